// Opens maze files and recordings.
import { cellCount } from "../grid.js";
import { Recording } from "../recording.js";
import { byId, field, sentence } from "../text.js";
import { linkOfMaze } from "./link.js";

/** @typedef {import("./page.js").Page} Page */

const kMaxFileBytes = 64e6;
const kMaxCells = 40000; // larger mazes are too slow to draw in a browser

/**
 * Opens files that are selected in the file dialogue or dropped on the page.
 * @param {Page} page
 */
export function listenForFiles(page) {
  byId("file").onchange = () => openFile(page, field("file").files?.[0]);
  if (!page.engine) return;
  for (const type of ["dragover", "drop"])
    window.addEventListener(type, (event) => {
      event.preventDefault();
      // The list of files is empty until the drop.
      openFile(page, /** @type {DragEvent} */ (event).dataTransfer?.files[0]);
    });
}

/**
 * Opens a file, or shows why that is impossible.
 * @param {Page} page
 * @param {File | undefined} file
 */
async function openFile(page, file) {
  const { engine } = page;
  if (!file || !engine) return;
  field("file").value = "";
  /** @param {string} text */
  const report = (text) => page.showMessage(`File ${file.name}: ${text}`);
  if (file.size > kMaxFileBytes)
    return report(`It is too large; the maximum is ${kMaxFileBytes / 1e6} MB.`);
  report("reading\u2026");
  const { error, recording, bytes, maze } = await engine.request({ type: "file", file });
  const opened = maze ?? recording?.maze;
  if (error || !opened) return report(sentence(error ?? "it contains no maze"));
  const cells = cellCount(opened.dims);
  if (cells > kMaxCells)
    return report(`${cells} cells are too many for a browser. The desktop program can open it.`);
  if (recording) return showRecording(page, recording, file.name, bytes);
  const { by_hand } = page.run.state;
  const link = linkOfMaze(opened, { agent: page.moveAgent, byHand: by_hand, name: file.name });
  return page.startRun(link, true);
}

/**
 * Shows a recording.
 * @param {Page} page
 * @param {import("../recording.js").RecordingData} recording
 * @param {string} name title of the page; empty for the title of the maze
 * @param {Uint8Array} [bytes] the recording file
 */
export function showRecording(page, recording, name, bytes) {
  const { maze, agent, orientations } = recording;
  const run = new Recording(recording);
  run.bytes = bytes;
  run.isTilt = orientations === 0;
  page.showRun({ ...linkOfMaze(maze, { agent, byHand: false, name }), orientations }, run);
}
