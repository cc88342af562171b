import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'A small book about attention',
  head: [['script', { defer: '', src: '/attention-map.js' }]],
  themeConfig: { sidebar: [{ text: 'Looking back', link: '/looking-back' }] },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-map' } } },
});
