// Opens the page in Firefox by the Marionette protocol, lets an agent solve a maze, makes a manual move, and takes a screenshot.
//   xvfb-run -a -s "-noreset -screen 0 1280x1024x24" node firefox.js FIREFOX PAGE [PICTURE]
// Firefox does not support WebGL 2 with --headless, so it needs a display such as Xvfb.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Messages are LENGTH:JSON; a command is [0, id, name, parameters], an answer [1, id, error, result].
class Marionette {
  constructor(socket) {
    this.socket = socket;
    this.last = 0;
    this.waiting = new Map();
    let rest = Buffer.alloc(0);
    socket.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (;;) {
        const colon = rest.indexOf(":"),
          length = Number(rest.subarray(0, colon));
        if (colon < 0 || rest.length < colon + 1 + length) return;
        this.receive(JSON.parse(rest.subarray(colon + 1, colon + 1 + length)));
        rest = rest.subarray(colon + 1 + length);
      }
    });
  }
  receive(message) {
    if (!Array.isArray(message)) return; // greeting
    const [, id, error, result] = message,
      { done, failed } = this.waiting.get(id);
    if (error) failed(new Error(`${error.error}: ${error.message}`));
    else done(result);
  }
  send(name, parameters = {}) {
    return new Promise((done, failed) => {
      this.waiting.set(++this.last, { done, failed });
      const text = JSON.stringify([0, this.last, name, parameters]);
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }
  async value(script) {
    return (await this.send("WebDriver:ExecuteScript", { script: `return ${script}`, args: [] }))
      .value;
  }
  async until(script) {
    for (const end = Date.now() + 120000; Date.now() < end; await pause(50))
      if (await this.value(`Boolean(${script})`)) return;
    throw new Error(
      `waited in vain until ${script}: ${await this.value("JSON.stringify(document.body.dataset)")}`,
    );
  }
}

async function connected(port) {
  for (let tries = 0; tries < 300; ++tries) {
    const socket = await new Promise((done) => {
      const made = net.connect(port, "127.0.0.1", () => done(made));
      made.on("error", () => done(null));
    });
    if (socket) return socket;
    await pause(200);
  }
  throw new Error("Firefox does not answer");
}

async function visit(firefox, page, picture) {
  await firefox.send("WebDriver:NewSession", { capabilities: {} });
  await firefox.send("WebDriver:SetWindowRect", { width: 1280, height: 860 });
  await firefox.send("WebDriver:Navigate", {
    url: `file://${path.resolve(page)}#maze=3x3x3,all,7`,
  });
  await firefox.until("document.body.dataset.ready || document.body.dataset.fault");
  const fault = await firefox.value("document.body.dataset.fault || null");
  if (fault) throw new Error(fault);
  const ready = await firefox.value("document.body.dataset.ready");
  await firefox.value("(document.getElementById('speed').value = '16')");
  await firefox.until(
    "document.body.dataset.outcome === 'solved' && document.body.dataset.time === document.body.dataset.duration",
  );
  const now = await firefox.value("document.getElementById('now').textContent");
  await firefox.value("document.getElementById('restart').click()");
  await firefox.until("document.body.dataset.outcome === 'running'");
  await firefox.value("document.getElementById('i-play').click()");
  await firefox.until("document.body.dataset.waits === 'true'");
  const before = await firefox.value("document.body.dataset.moves");
  await firefox.value("document.querySelector('#choices button').click()");
  await firefox.until(
    `document.body.dataset.moves !== "${before}" && document.body.dataset.waits === "true"`,
  );
  if (picture)
    fs.writeFileSync(
      picture,
      Buffer.from(
        (await firefox.send("WebDriver:TakeScreenshot", { full: false })).value,
        "base64",
      ),
    );
  console.log(`ok    Firefox: first maze after ${ready} ms; ${now}; a move by hand`);
}

async function main(program, page, picture) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "marblemaze-firefox-")),
    port = 20000 + (process.pid % 20000);
  // Forces software rendering.
  const settings = {
    "marionette.port": port,
    "webgl.force-enabled": true,
    "gfx.x11-egl.force-enabled": true,
    "security.sandbox.content.level": 0,
  };
  fs.writeFileSync(
    path.join(profile, "user.js"),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(""),
  );
  const child = spawn(program, ["--marionette", "--no-remote", "--profile", profile], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  let status = 0;
  try {
    const firefox = new Marionette(await connected(port));
    await visit(firefox, page, picture);
    await firefox.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
  } catch (error) {
    console.log(`FAULT Firefox: ${error.message}`);
    status = 1;
    child.kill();
  }
  await new Promise((done) =>
    child.exitCode === null && child.signalCode === null ? child.on("exit", done) : done(),
  );
  fs.rmSync(profile, { recursive: true, force: true });
  process.exit(status);
}
main(...process.argv.slice(2));
