// What npm packs besides the sources: declarations, root files for resolvers that ignore `exports`, the manifest of the tag.
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { ScriptError } from '../run.mjs';
import { writeIfChanged } from '../stamp.mjs';
import { completeManifest } from './tag_manifest.mjs';

/** @typedef {(name: string, args: string[]) => Promise<unknown>} RunTool */

const DECLARATIONS = 'dist/types';

/** What a document knows of the tag and of its events, wherever register.js is imported. */
const DOCUMENT_TYPES = `import type { AttentionMapElement, EventDetails } from './element.js';
type Events = { [Name in keyof EventDetails as \`attention-map:\${Name}\`]: CustomEvent<EventDetails[Name]> };
declare global {
  interface HTMLElementTagNameMap {
    'attention-map': AttentionMapElement;
  }
  interface ElementEventMap extends Events {}
  interface GlobalEventHandlersEventMap extends Events {}
}
`;

/**
 * Declarations from JSDoc, with the names of the tag and its events, which JSDoc cannot say.
 * @param {RunTool} runTool
 */
export async function writeDeclarations(runTool) {
  // tsc leaves what it once wrote for files that are gone.
  rmSync(join(ROOT, DECLARATIONS), { recursive: true, force: true });
  await runTool('tsc', ['--project', 'tsconfig.types.json']);
  appendFileSync(join(ROOT, DECLARATIONS, 'register.d.ts'), DOCUMENT_TYPES);
}

/** A file in the root of the package for each entry that is one: Parcel and old resolvers look for `attention-map/register` there. */
export function writeRootFiles() {
  for (const { file, source, types, hasDefault } of rootEntries()) {
    const text = (/** @type {string} */ from) =>
      [
        '// Made by scripts/build.mjs: where resolvers that ignore package.json\'s "exports" look for this entry.',
        `export * from '${from}';`,
        ...(hasDefault ? [`export { default } from '${from}';`] : []),
        '',
      ].join('\n');
    writeIfChanged(join(ROOT, file), text(source));
    writeIfChanged(join(ROOT, file.replace(/\.js$/, '.d.ts')), text(types));
  }
}

/**
 * The entries whose module is a file of the same name in the root.
 * @returns {{ file: string, source: string, types: string, hasDefault: boolean }[]}
 */
function rootEntries() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([entry, target]) => {
    const file = `${entry}.js`;
    if (target.default !== file) return [];
    const path = target.types.replace('./dist/types/', '').replace(/\.d\.ts$/, '.js');
    const source = `./web/src/${path}`;
    const hasDefault = /^export default /m.test(readFileSync(join(ROOT, source), 'utf8'));
    return [
      { file: file.slice(2), source, types: target.types.replace(/\.d\.ts$/, '.js'), hasDefault },
    ];
  });
}

/**
 * dist/custom-elements.json, for editors and catalogues of elements.
 * @param {RunTool} runTool
 */
export async function writeTagManifest(runTool) {
  await runTool('custom-elements-manifest', [
    'analyze',
    ...['--globs', 'web/src/register.js'],
    ...['--globs', 'web/src/element.js'],
    ...['--globs', 'web/src/elements/attention_map_element.js'],
    ...['--outdir', 'dist', '--quiet'],
  ]);
  const file = join(ROOT, 'dist', 'custom-elements.json');
  const manifest = await completeManifest(JSON.parse(readFileSync(file, 'utf8')));
  if (!manifest) throw new ScriptError('custom-elements.json names no AttentionMapElement.');
  writeIfChanged(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
