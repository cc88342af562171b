/** @type {import('@docusaurus/types').Config} */
export default {
  title: 'A small book about attention',
  url: 'https://example.org',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  markdown: { format: 'detect' },
  scripts: [{ src: '/attention-map.js', defer: true }],
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
};
