// Tests the website in a headless browser without a network: the browser version solves a maze, and the search finds pages.
//   node site_checks.js SITE [PICTURES]
// Exit status: 0, or 1 if a check fails.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { Browser } = require("./browser.js");

const [site, pictures] = process.argv.slice(2);
const address = (page) => `file://${path.resolve(site, page)}`;

// Returns an execution context in the frame. A page from a file cannot access a frame directly.
async function frameOf(page) {
  const { frameTree } = await page.send("Page.getFrameTree");
  const { executionContextId: contextId } = await page.send("Page.createIsolatedWorld", {
    frameId: frameTree.childFrames[0].frame.id,
  });
  return {
    async value(expression) {
      const { result } = await page.send("Runtime.evaluate", {
        contextId,
        expression,
        returnByValue: true,
      });
      return result.value;
    },
  };
}

async function plays(browser) {
  const page = await browser.open(address("play.html"), [1400, 1000]);
  await page.until(
    "document.querySelector('iframe')?.contentWindow && document.readyState === 'complete'",
    "the page is there",
  );
  const [image] = await page.all('meta[property="og:image"]', "it.content");
  fs.accessSync(path.resolve(site, image)); // the preview of shared links
  const frame = await frameOf(page);
  for (let ready; !ready; )
    ready = await frame.value("document.body.dataset.ready || document.body.dataset.fault");
  await frame.value("document.getElementById('agent-plays').click()");
  await frame.value(
    `{ const it = document.getElementById("speed"); it.value = "16"; it.dispatchEvent(new Event("input")); it.dispatchEvent(new Event("change")); }`,
  );
  for (let outcome; outcome !== "solved"; )
    outcome = await frame.value("document.body.dataset.fault || document.body.dataset.outcome");
  if (pictures) await page.picture(path.join(pictures, "play.png"));
  return [page, await frame.value("document.getElementById('now').textContent")];
}

async function finds(browser) {
  const page = await browser.open(address("search.html?q=friction"), [1400, 1000]);
  await page.until(
    "document.querySelectorAll('#search-results li').length > 2",
    "the search finds pages",
  );
  if (pictures) await page.picture(path.join(pictures, "search.png"));
  return [
    page,
    await page.value("`${document.querySelectorAll('#search-results li').length} pages`"),
  ];
}

async function main() {
  const browser = new Browser([1400, 1000]);
  let faults = 0;
  for (const [name, visit] of [
    ["the laboratory plays in its page", plays],
    ["the search finds pages", finds],
  ]) {
    try {
      const [page, result] = await visit(browser);
      if (page.messages.length) throw new Error(`the console says ${page.messages[0]}`);
      console.log(`ok    ${name}: ${result}`);
    } catch (error) {
      ++faults;
      console.log(`FAULT ${name}: ${error.message}`);
    }
  }
  await browser.close();
  process.exit(faults ? 1 : 0);
}

main();
