// The connection to the worker that runs the engine. The worker answers requests in order. A
// computation is cancelled by replacing the worker.

/**
 * @typedef {{type: string, [name: string]: unknown}} Request see RequestHandler in worker.js
 * @typedef {import("./live_run.js").Answer} Answer
 */

export const kSlow_ms = 500;

export class EngineWorker {
  /**
   * @param {Promise<{address: string, code: WebAssembly.Module}>} parts URL of the worker's script,
   * and the engine
   * @param {function(Error): void} failed called if the worker fails
   */
  constructor(parts, failed) {
    this.parts = parts;
    this.failed = failed;
    this.hasStarted = false;
    this.lastId = 0;
    this.since_ms = 0; // when the worker began to compute the current request
    /** @type {Map<number, function(Answer): void>} receivers of the answers by id of the request */
    this.waiting = new Map();
    this.worker = this.start();
  }
  /** @private */
  async start() {
    const { address, code } = await this.parts;
    const worker = new Worker(address);
    worker.onmessage = ({ data: { id, answer } }) => {
      this.since_ms = performance.now();
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    };
    worker.onerror = ({ message }) =>
      this.failed(new Error(message || "the engine failed to start"));
    worker.postMessage(code);
    this.hasStarted = true;
    return worker;
  }

  get isBusy() {
    return this.waiting.size > 0;
  }
  /** Returns true if the worker has been computing an answer for long. */
  get isSlow() {
    return this.isBusy && performance.now() - this.since_ms > kSlow_ms;
  }
  /**
   * Sends a request to the worker. The promise remains pending if the request is cancelled.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  request(request) {
    const id = ++this.lastId;
    if (!this.isBusy) this.since_ms = performance.now();
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.then((worker) => {
        if (this.waiting.has(id)) worker.postMessage({ id, request });
      });
    });
  }
  /** Cancels all requests and replaces the worker. The run is lost. */
  cancelAll() {
    this.waiting.clear();
    this.worker.then((worker) => worker.terminate());
    this.worker = this.start();
  }
}
