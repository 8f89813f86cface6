// The title, the line below it, and the texts for screen readers.
import { byId, dateOf, outcomeText, pluralize, setText } from "../text.js";
import { streak } from "./storage.js";

/**
 * Updates the texts after a change of the run.
 * @param {import("./page.js").Page} page
 */
export function updateTexts(page) {
  const { run, link, view, title, engine } = page;
  const { state } = run;
  const who = state.by_hand ? "You play" : `${page.titleOf(state.agent)} plays`;
  const orientations = state.orientations === 24 ? ", 24 orientations" : "";
  setText("title", title);
  document.title = `${title} \u00b7 marblemaze`;
  const recorded = `Recording, ${state.agent || "played by hand"}`;
  const played = run.bytes || !engine ? recorded : who;
  const weekday = new Date().toLocaleDateString("en-GB", { weekday: "long" });
  const today = page.isToday && link.day ? `${weekday}, ${dateOf(link.day)}` : "";
  setText("about", (state.by_hand && today) || `${played}${orientations}`);
  const days = streak();
  byId("streak").hidden = !days || !link.day;
  setText("streak", `Streak: ${pluralize(days, "day")}`);
  byId("i-play").hidden = !engine || (state.by_hand && !run.ended);
  const place = run.positionText();
  const spoken = [];
  if (run.ended && engine) spoken.push(`${outcomeText(run.outcome)[0]}:`, run.endText(link.best));
  if (run.ended || state.waits) spoken.push(place);
  if (state.waits) spoken.push(view.openSides(run));
  setText("spoken", spoken.join(" ").trim());
  byId("picture").ariaLabel = `The maze in 3-D. ${place} Drag to look around.`;
  byId("board").ariaLabel = `The board. ${place}`;
}
