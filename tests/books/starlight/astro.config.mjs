import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [
    starlight({
      title: 'A small book about attention',
      head: [{ tag: 'script', attrs: { src: '/attention-map.js', defer: true } }],
      pagefind: false,
    }),
  ],
});
