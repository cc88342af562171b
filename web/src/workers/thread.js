// One thread: a Blob worker in browsers, worker_threads in Node. It says when it is gone, whatever the reason.

/**
 * @typedef {{
 *   post(message: unknown, transfer: Transferable[]): void,
 *   hold(isBusy: boolean): void,
 *   end(): void,
 * }} Thread post() may throw; hold(true) keeps Node alive until hold(false); end() stops it at once, mid-work
 * @typedef {{ onMessage: (message: unknown) => void, onDeath: (reason: string) => void }} Listener
 */

/**
 * Starts a thread on a classic script that reads its messages from `onmessage`, or from worker_threads' parentPort. Throws where
 * threads cannot be had at all; where they are refused (Content-Security-Policy), onDeath says so.
 * @param {string} source
 * @param {Listener} listener onDeath is called once at most, and not after end()
 * @returns {Thread}
 */
export function startThread(source, listener) {
  let isOver = false;
  const heard = {
    onMessage: (/** @type {unknown} */ message) => {
      if (!isOver) listener.onMessage(message);
    },
    onDeath: (/** @type {string} */ reason) => {
      if (isOver) return;
      isOver = true;
      thread.end();
      listener.onDeath(reason);
    },
  };
  const thread = hasWebWorkers() ? startWebWorker(source, heard) : startNodeWorker(source, heard);
  return {
    ...thread,
    end: () => {
      isOver = true;
      thread.end();
    },
  };
}

/** @returns {boolean} */
function hasWebWorkers() {
  return typeof Worker === 'function' && typeof URL.createObjectURL === 'function';
}

/**
 * @param {string} source
 * @param {Listener} listener
 * @returns {Thread}
 */
function startWebWorker(source, { onMessage, onDeath }) {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  let worker;
  try {
    worker = new Worker(url, { name: 'attention-map' });
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  const lifeline = watchLife(() => onDeath('the browser has ended the worker'));
  worker.addEventListener('message', ({ data }) => {
    URL.revokeObjectURL(url);
    lifeline.watch();
    onMessage(data);
  });
  worker.addEventListener('error', (event) => {
    // Reported through onDeath; as an uncaught error it would reach the page's console and handlers.
    event.preventDefault();
    onDeath(event.message || 'the worker did not start');
  });
  worker.addEventListener('messageerror', () => onDeath('a message could not be read'));
  worker.postMessage({ lifeline: lifeline.name });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: () => {},
    end: () => {
      URL.revokeObjectURL(url);
      worker.terminate();
      lifeline.leave();
    },
  };
}

/**
 * A worker that the browser ends, for want of memory, sends no event. But it holds a lock from its first message on, and whoever waits
 * for that lock gets it when the worker is gone. Without Web Locks (a page that is not secure) nobody watches.
 * @param {() => void} onDeath
 */
function watchLife(onDeath) {
  const locks = globalThis.navigator?.locks;
  const name = locks ? `attention-map/worker ${crypto.randomUUID()}` : '';
  const control = new AbortController();
  let isWatched = false;
  return {
    name,
    watch: () => {
      if (isWatched || !locks) return;
      isWatched = true;
      // Refused where storage is, and aborted by leave(): nobody watches then.
      locks.request(name, { signal: control.signal }, onDeath).catch(() => {});
    },
    leave: () => control.abort(),
  };
}

/**
 * @param {string} source
 * @param {Listener} listener
 * @returns {Thread}
 */
function startNodeWorker(source, { onMessage, onDeath }) {
  // Not imported: bundlers for browsers trip over the name even where it never runs.
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (threads === undefined) throw new Error('there are no threads here');
  // The flags of V8 hold for the whole process; preloaded modules of the program are not for this thread.
  const worker = new threads.Worker(source, { eval: true, execArgv: [], name: 'attention-map' });
  worker.unref();
  worker.on('message', onMessage);
  worker.on('messageerror', () => onDeath('a message could not be read'));
  worker.on('error', (error) => onDeath(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => onDeath('the worker has ended'));
  return {
    post: (message, transfer) =>
      worker.postMessage(
        message,
        /** @type {import('node:worker_threads').TransferListItem[]} */ (transfer),
      ),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}
