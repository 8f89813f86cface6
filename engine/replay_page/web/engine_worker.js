// The connection to the worker that runs the engine. A computation is cancelled by replacing the
// worker.

/**
 * @typedef {{type: string, [name: string]: unknown}} Request see RequestHandler in worker.js
 * @typedef {import("./live_run.js").Answer} Answer
 * @typedef {{resolve: function(Answer): void, reject: function(Error): void}} Waiting
 */

/** Error of a cancelled request. */
export class Cancelled extends Error {}

export class EngineWorker {
  /**
   * @param {Promise<{source: string, code: string}>} parts the worker's script and the engine
   * @param {function(Error): void} failed called if the worker fails
   */
  constructor(parts, failed) {
    this.parts = parts;
    this.failed = failed;
    this.ready = false;
    this.last = 0; // id of the last request
    /** @type {string | undefined} URL of the worker's script */
    this.address = undefined;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {Map<number, Waiting>} by id of the request */
    this.waiting = new Map();
    /** @type {WebAssembly.Module | null} compiled by the first worker, reused by the next ones */
    this.code = null;
    /** @type {function(number): void} receives the progress of reading a file, 0 to 1 */
    this.onProgress = () => {};
    /** @type {Promise<Worker>} */
    this.started = this.start();
  }
  /**
   * Starts a worker.
   * @private
   */
  start() {
    return this.parts.then(({ source, code }) => {
      this.address ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const worker = new Worker(this.address);
      this.worker = worker;
      worker.onmessage = ({ data }) => this.receive(data);
      worker.onerror = (event) =>
        this.failed(new Error(event.message || "the engine failed to start"));
      worker.postMessage(this.code ?? code);
      return worker;
    });
  }
  /**
   * @param {{code?: WebAssembly.Module, progress?: number, id?: number, answer?: Answer}} message
   * @private
   */
  receive({ code, progress, id, answer }) {
    if (code) Object.assign(this, { code, ready: true });
    else if (progress !== undefined) this.onProgress(progress);
    else if (id !== undefined && answer) {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      waiting?.resolve(answer);
    }
  }
  /**
   * Sends a request to the worker. Rejects with Cancelled if the request is cancelled.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  request(request) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.started.then((worker) => {
        if (this.waiting.has(id)) worker.postMessage({ id, request });
      });
    });
  }
  /** Cancels all requests and replaces the worker. The run is lost. */
  cancelAll() {
    for (const { reject } of this.waiting.values()) reject(new Cancelled("cancelled"));
    this.waiting.clear();
    if (!this.worker) return; // the worker has not started yet
    this.worker.terminate();
    this.worker = undefined;
    this.ready = false;
    this.started = this.start();
  }
}
