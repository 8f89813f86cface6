/** What of a run can be kept: its address, a picture, its recording, its maze. */

/**
 * @param {Laboratory} page
 * @param {Object[]} moves that the address is to hold
 * @returns {string} with the # that it begins with
 */
function linkNow({ link, recording: { maze, now } }, moves) {
  const source = link.of.family ? `world=${link.of.family},${link.of.seed}` : link.day ? `day=${link.day}` : link.lesson ? `lesson=${link.lesson.name}`
    : link.of.seed !== undefined ? `maze=${link.of.dims.join("x")},${link.of.layers},${link.of.seed}` : wallsSource(maze);
  return linkOf({ source, agent: now.agent, orientations: link.orientations, byHand: now.by_hand, moves });
}
function showAddress(address) {
  // A page in a frame without an address of its own may not change it; then it is left as it is.
  try { history.replaceState(null, "", address); } catch { /* nothing is lost */ }
}
/** The address with all moves so far, in the address bar and where possible in the clipboard. */
async function shareLink(page) {
  const address = location.href.replace(/#.*/, "") + linkNow(page, page.recording.moves);
  showAddress(address);
  let place = "is in the clipboard";
  try { await navigator.clipboard.writeText(address); } catch { place = "stands in the address bar"; }
  document.body.dataset.link = address;
  page.say(`The link ${place}. It holds the maze, the agent and all moves so far.`);
}
function savePicture(page) {
  page.show();  // only what was just drawn can be read
  byId(page.isLogic ? "board" : "picture").toBlob((blob) => saveFile(page, "png", blob), "image/png");
}
async function saveRecording(page) {
  const { recording } = await page.ask({ does: "recording" });
  if (recording) saveFile(page, "rec", new Blob([recording]));
}
/** Hands the browser a file whose name tells the maze. */
function saveFile({ link, recording: { maze } }, ending, blob) {
  const file = document.createElement("a"), address = URL.createObjectURL(blob);
  file.href = address;
  file.download = `marblemaze-${(link.of.family ?? maze.dims.join("x"))}-${link.of.seed ?? link.day ?? "maze"}.${ending}`;
  file.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  document.body.dataset.saved = `${file.download} ${blob.size}`;
}
