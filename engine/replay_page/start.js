// Opens the page of a replay.
window.addEventListener("error", (event) => fail(event.error || new Error(event.message)));
const data = (id) => JSON.parse(byId(id).textContent);
const recording = new Recording(data("recording"));
const player = new Player(recording, new Scene(byId("picture"), data("shaders"), recording));
// replay.html#t=12.5 opens at that time and waits; otherwise the run begins.
const wanted = /^#t=([\d.]+)$/.exec(location.hash);
if (wanted) player.seek(Number(wanted[1]));
else player.play(true);
