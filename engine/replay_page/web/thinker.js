/** The worker that holds the engine: it is asked, and another one is started where a thought is to be given up. */
export class Thinker {
  /**
   * @param {string} source what the worker runs
   * @param {WebAssembly.Module} code the engine
   * @param {function(Error): void} failed is told where the worker does not run
   */
  constructor(source, code, failed) {
    this.failed = failed;
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.code = code;
    this.start();
  }
  start() {
    /** @type {(function(any): void)[]} who asked this worker, in the order in which its answers come */
    const waiting = [];
    this.waiting = waiting;
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }) => waiting.shift()(data);
    this.worker.onerror = (event) => this.failed(new Error(event.message || "the engine does not start"));
    this.worker.postMessage(this.code);
  }
  /**
   * @param { {does: string} & Object<string, any>} request of those that Desk (worker.js) handles
   * @returns {Promise<Object>} the answer; never resolves where the thought was given up
   */
  ask(request) {
    return new Promise((done) => {
      this.waiting.push(done);
      this.worker.postMessage(request);
    });
  }
  /** Ends what it thinks; its run is lost with it. */
  giveUp() {
    this.worker.terminate();
    this.start();
  }
}
