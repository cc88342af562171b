// `npm run dev`: Vite's development server on the sources, after the core has been built.
import { join } from 'node:path';
import { buildModules } from './build.mjs';
import { ROOT } from './paths.mjs';
import { runMain, show } from './run.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await buildModules(await setUp());
  const port = process.env.PORT ? ['--port', process.env.PORT, '--strictPort'] : [];
  process.exitCode = await show(
    join(ROOT, 'node_modules', '.bin', 'vite'),
    ['--config', 'web/vite.config.js', '--host', '127.0.0.1', ...port],
    { cwd: ROOT },
  );
});
