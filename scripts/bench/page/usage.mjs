// What `npm run bench -- page` may be asked for.

export const PAGE_USAGE = `  npm run bench -- page            keystrokes, a slider, hovering, every view at n = 512, in Chromium on the built site
      --no-build                   with the site as it was built before
      --json                       everything as one JSON document on stdout`;
