// Opens the page: unpacks the engine, starts the worker, and shows the run that the address names, or the maze that
// stands in the page, or the first one.
const kFirst = "#maze=3x3x3,all,7";
const kDaily = byId("daily").textContent.trim().split("\n");

function fail(error) {
  document.body.dataset.fault = error.message;
  byId("fault").textContent = error instanceof BadLink ? `This address cannot be opened. ${sentence(error.message)}` : sentence(error.message);
  byId("fault").hidden = false;
}
window.addEventListener("error", (event) => fail(event.error || new Error(event.message)));
window.addEventListener("unhandledrejection", (event) => fail(event.reason));

function firstLink(given, agents) {
  if (location.hash.length > 1) return parsedLink(location.hash, agents);
  if (given) return linkOfMaze(JSON.stringify(given), given, { agent: kUsualAgent, byHand: false, name: "your maze" });
  return parsedLink(kFirst, agents);
}

async function beginPage() {
  const data = (id) => JSON.parse(byId(id).textContent);
  const code = await WebAssembly.compile(await unpackedCode(byId("engine").textContent.trim()));
  performance.mark("engine compiled");
  const thinker = new Thinker(byId("worker").textContent, code), shaders = data("shaders");
  const { catalogue, version } = await thinker.ask({ does: "catalogue" });
  document.body.dataset.version = version;
  const link = firstLink(data("given"), catalogue.agents.map((agent) => agent.name));
  const answer = await thinker.ask(newRun(link));
  if (answer.error) throw new BadLink(answer.error);
  performance.mark("run begun");
  const run = runOf(answer);
  const scene = run instanceof LiveRun ? new Scene(byId("picture"), shaders, run) : null;
  const laboratory = new Laboratory(run, scene, { thinker, catalogue, link, shaders });
  laboratory.json = answer.json;
  laboratory.play(true);
  document.body.dataset.ready = performance.now().toFixed(0);
}
beginPage().catch(fail);
