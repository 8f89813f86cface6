/**
 * The worker that holds the engine: it is asked, and another one is started where a thought is to
 * be given up.
 */

/**
 * @typedef {{does: string, [name: string]: unknown}} Request of those that Desk (worker.js) handles
 * @typedef {import("./live_run.js").News} News
 * @typedef {{done: function(News): void, failed: function(Error): void}} Waiting
 */

/** A request was given up, with the worker that had it. */
export class Abandoned extends Error {}

export class Thinker {
  /**
   * @param {Promise<{source: string, code: string}>} parts what the worker runs, and the engine
   * @param {function(Error): void} failed is told where the worker does not run
   */
  constructor(parts, failed) {
    this.parts = parts;
    this.failed = failed;
    this.ready = false;
    this.last = 0; // id of a request
    /** @type {string} of the worker's source */
    this.address = undefined;
    /** @type {Worker} */
    this.worker = undefined;
    /** @type {Map<number, Waiting>} by id of the request */
    this.waiting = new Map();
    /** @type {WebAssembly.Module} compiled, as soon as a worker has done so */
    this.code = null;
    /** @type {function(number): void} hears how much of a file was read, 0 to 1 */
    this.onProgress = () => {};
    this.start();
  }
  /** @private */
  start() {
    this.begun = this.parts.then(({ source, code }) => {
      this.address ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const worker = new Worker(this.address);
      this.worker = worker;
      worker.onmessage = ({ data }) => this.hear(data);
      worker.onerror = (event) =>
        this.failed(new Error(event.message || "the engine does not start"));
      worker.postMessage(this.code ?? code);
      return worker;
    });
  }
  /**
   * @param {{code?: WebAssembly.Module, progress?: number, id?: number, answer?: News}} message
   * @private
   */
  hear({ code, progress, id, answer }) {
    if (code) Object.assign(this, { code, ready: true });
    else if (progress !== undefined) this.onProgress(progress);
    else {
      const { done } = this.waiting.get(id);
      this.waiting.delete(id);
      done(answer);
    }
  }
  /**
   * Asks the worker. Rejects with Abandoned where the thought was given up.
   * @param {Request} request
   * @returns {Promise<News>}
   */
  ask(request) {
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.begun.then((worker) => {
        if (this.waiting.has(id)) worker.postMessage({ id, request });
      });
    });
  }
  /** Ends what it thinks; its run is lost with it. */
  giveUp() {
    for (const { failed } of this.waiting.values()) failed(new Abandoned("given up"));
    this.waiting.clear();
    this.worker?.terminate();
    this.ready = false;
    this.start();
  }
}
