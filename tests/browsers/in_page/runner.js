// What node:test gives to a file of tests, inside a page: suites, hooks and tests, run in the order in which they were written.
// A page imports files of tests, which register here, then asks for the results.

/** @typedef {() => unknown} Work */
/** @typedef {{ name: string, fault: string | null }} Result fault: what is wrong, null for nothing */
/** @typedef {{ name: string, refused: string }} Lack a suite or a test that did not run, since a backend cannot run here */
/** @typedef {{ results: Result[], lacks: Lack[] }} Outcome */
/** @typedef {{ name: string, hooks: Record<Hook, Work[]>, parts: (Suite | Test)[] }} Suite */
/** @typedef {{ name: string, work: Work }} Test */
/** @typedef {'before' | 'after' | 'beforeEach' | 'afterEach'} Hook */

/** @param {string} name @returns {Suite} */
const newSuite = (name) => ({
  name,
  hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
  parts: [],
});

let open = newSuite('');

/** @param {Hook} hook @returns {(work: Work) => void} */
const hookOf = (hook) => (work) => {
  open.hooks[hook].push(work);
};
export const before = hookOf('before');
export const after = hookOf('after');
export const beforeEach = hookOf('beforeEach');
export const afterEach = hookOf('afterEach');

/**
 * @param {string} name
 * @param {Work} work
 */
export function test(name, work) {
  open.parts.push({ name, work });
}

/**
 * @param {string} name
 * @param {() => void} register
 */
export function describe(name, register) {
  const outer = open;
  open = newSuite(name);
  register();
  outer.parts.push(open);
  open = outer;
}

/**
 * Run all that files have registered since the last time.
 * @returns {Promise<Outcome>}
 */
export async function runRegistered() {
  const suite = open;
  open = newSuite('');
  /** @type {Outcome} */
  const outcome = { results: [], lacks: [] };
  await runSuite(suite, [], outcome);
  return outcome;
}

/**
 * @param {Suite} suite
 * @param {Suite[]} outer
 * @param {Outcome} to
 */
async function runSuite(suite, outer, to) {
  const nested = [...outer, suite];
  const names = nested.map((each) => each.name).filter(Boolean);
  try {
    for (const work of suite.hooks.before) await work();
  } catch (error) {
    note(error, names.join(' › ') || 'before', to);
    return;
  }
  for (const part of suite.parts) {
    if ('parts' in part) await runSuite(part, nested, to);
    else await runTest(part, nested, [...names, part.name].join(' › '), to);
  }
  for (const work of suite.hooks.after) await work();
}

/**
 * @param {Test} test
 * @param {Suite[]} suites from the outermost
 * @param {string} name
 * @param {Outcome} to
 */
async function runTest({ work }, suites, name, to) {
  const all = (/** @type {Hook} */ hook) => suites.flatMap(({ hooks }) => hooks[hook]);
  try {
    for (const hook of all('beforeEach')) await hook();
    await work();
    for (const hook of all('afterEach')) await hook();
    to.results.push({ name, fault: null });
  } catch (error) {
    note(error, name, to);
  }
}

/**
 * A fault, or a lack: the engine refuses a backend that cannot run. That is no failure and no success; whoever runs the tests
 * says which of them may lack one.
 * @param {unknown} error
 * @param {string} name
 * @param {Outcome} to
 */
function note(error, name, to) {
  const refused = lackedBackend(error);
  if (refused === null) to.results.push({ name, fault: describeError(error) });
  else to.lacks.push({ name, refused });
}

/** @param {unknown} error @returns {string | null} the backend, where that is what it is about */
function lackedBackend(error) {
  const { code, argument, message } = /** @type {Record<string, unknown>} */ (error ?? {});
  if (code !== 'backend' || argument !== 'backend') return null;
  return /^backend '([^']+)' cannot run here/.exec(String(message))?.[1] ?? null;
}

/** @param {unknown} error */
const describeError = (error) =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error);
