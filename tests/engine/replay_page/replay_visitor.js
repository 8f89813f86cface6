// Runs in a replay page. Clicks and drags like a user, seeks `scrubTimes`, and writes the observations
// to an element with the id "seen".
const visit = async () => {
  const find = (id) => document.getElementById(id),
    canvas = find("picture");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  // Returns the number of red pixels and a checksum of the image.
  const look = () => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let red = 0,
      sum = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > 140 && data[i + 1] < 0.5 * data[i] && data[i + 2] < 0.5 * data[i]) ++red;
      sum = (31 * sum + data[i] + 3 * data[i + 1] + 7 * data[i + 2]) % 2147483647;
    }
    return { red, sum };
  };
  // The canvas can be read only in the task that has drawn it.
  const after = (action) => {
    action();
    return {
      ...document.body.dataset,
      now: find("now").textContent,
      end: find("end").hidden ? "" : find("end-title").textContent,
      ...look(),
    };
  };
  const scrubTo = (time) => () => {
    find("scrub").value = time;
    find("scrub").dispatchEvent(new Event("input"));
  };
  const drag = (dx, dy) => {
    const at = (type, x, y) =>
      canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y }));
    at("pointerdown", 200, 200);
    at("pointermove", 200 + dx, 200 + dy);
    at("pointerup", 200 + dx, 200 + dy);
  };
  const time = () => Number(document.body.dataset.time);
  // Waits for the time to advance. A busy machine may draw the first frames late.
  const timeAfter = async (earlier) => {
    for (let tries = 0; tries < 100 && time() <= earlier; ++tries) await pause(50);
    return time();
  };

  while (!document.body.dataset.ready && !document.body.dataset.fault) await pause(20);
  const seen = { played: [time()] };
  canvas.setPointerCapture = () => {}; // would reject the synthetic pointer
  for (let i = 0; i < 2; ++i) seen.played.push(await timeAfter(seen.played[i]));
  find("play").click();
  seen.paused = [time()];
  await pause(400);
  seen.paused.push(time());
  seen.scrubbed = scrubTimes.map((t) => after(scrubTo(t)));
  seen.next = after(() => {
    scrubTo(0)();
    find("next").click();
  });
  seen.rows = [...find("moves").children].map((row) => ({
    text: row.innerText,
    ...after(() => row.firstChild.click()),
  }));
  seen.still = after(scrubTo(scrubTimes[0]));
  seen.dragged = after(() => drag(120, 40));
  return seen;
};
visit()
  .catch((error) => ({ error: error.message }))
  .then((seen) => {
    const text = document.createElement("pre");
    text.id = "seen";
    text.textContent = JSON.stringify(seen);
    document.body.append(text);
  });
