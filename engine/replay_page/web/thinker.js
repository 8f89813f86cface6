/** The worker that holds the engine: it is asked, and another one is started where a thought is to be given up. */
export class Thinker {
  /**
   * @param {string} source what the worker runs
   * @param {string} code the engine, as it stands in the page
   * @param {function(Error): void} failed is told where the worker does not run
   */
  constructor(source, code, failed) {
    this.failed = failed;
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    /** @type {string | WebAssembly.Module} compiled, as soon as a worker has done so */
    this.code = code;
    this.start();
  }
  start() {
    /** @type {(function(any): void)[]} who asked this worker, in the order in which its answers come */
    this.waiting = [(code) => { this.code = code; }];
    this.worker = new Worker(this.address);
    const { waiting, worker, code } = this;
    worker.onmessage = ({ data }) => waiting.shift()(data);
    worker.onerror = (event) => this.failed(new Error(event.message || "the engine does not start"));
    // It begins when the page has drawn what it draws at once.
    this.begun = Promise.resolve().then(() => worker.postMessage(code));
  }
  /**
   * @param { {does: string} & Object<string, any>} request of those that Desk (worker.js) handles
   * @returns {Promise<Object>} the answer; never resolves where the thought was given up
   */
  ask(request) {
    const { waiting, worker } = this;
    return new Promise((done) => {
      waiting.push(done);
      this.begun.then(() => worker.postMessage(request));
    });
  }
  /** Ends what it thinks; its run is lost with it. */
  giveUp() {
    this.worker.terminate();
    this.start();
  }
}
