// Tests the website in a headless browser without a network: the browser version starts, and the search finds pages.
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
  let ready;
  while (!ready) ready = await frame.value("document.body.dataset.ready");
  if (pictures) await page.picture(path.join(pictures, "play.png"));
  return [page, `the page with the browser version is ready after ${ready} ms`];
}

async function finds(browser) {
  const page = await browser.open(address("search.html?q=friction"), [1400, 1000]);
  await page.until(
    "document.querySelectorAll('#search-results li').length > 2",
    "the search finds pages",
  );
  if (pictures) await page.picture(path.join(pictures, "search.png"));
  const pages = await page.value("document.querySelectorAll('#search-results li').length");
  return [page, `the search finds ${pages} pages`];
}

async function main() {
  const browser = new Browser([1400, 1000]);
  try {
    for (const check of [plays, finds]) {
      const [page, result] = await check(browser);
      if (page.messages.length) throw new Error(`the console says ${page.messages[0]}`);
      console.log(`ok    ${result}`);
    }
  } finally {
    await browser.close();
  }
}

main();
