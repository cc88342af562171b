// What `npm run bench -- page` may be asked for.

export const PAGE_USAGE = `  npm run bench -- page            keystrokes, a slider and hovering, in Chromium on the built site
      --no-build                   with the site as it was built before
      --json                       everything as one JSON document on stdout`;
