// A layer on the thread that called, block by block.
import { runLayer } from './layer.js';

/**
 * @param {import('./attention_async.js').Means} means
 * @param {import('./async_call.js').AsyncCall} call
 * @param {import('./layer.js').LayerProblem} problem
 * @param {readonly string[]} want
 */
export async function runLayerHere({ session, pace }, call, problem, want) {
  await pace.breathe();
  if (call.isOver) return;
  session.check();
  const outcome = runLayer(session, problem, want);
  if ('status' in outcome) {
    const code = /** @type {import('../errors.js').ErrorCode} */ (
      session.core.codeName(outcome.status)
    );
    call.refuse({ code, argument: session.core.argumentName(outcome.status), message: null });
  } else {
    for (const [name, values] of Object.entries(outcome.values)) call.put(name, values, 0);
  }
  call.advance(problem.sizes.heads * problem.sizes.nQ);
  await call.finish(() => pace.breathe());
}
