// Fuzzes the parser of page addresses, engine/replay_page/web/link.js. libFuzzer cannot test
// JavaScript, so this script applies reproducible mutations to the seeds in seeds/page_links. An
// address must either be rejected with a BadLink of one line or satisfy the invariants that the
// worker relies on.
//   node page_links.js INPUTS [SEED]
"use strict";
const fs = require("node:fs"),
  path = require("node:path");

const page = path.join(__dirname, "../../engine/replay_page/web"),
  seedsAt = path.join(__dirname, "seeds/page_links");
let kParts; // exports of link.js
const dataOf = (file) => fs.readFileSync(path.join(page, file), "utf8");
const kContent = {
  agents: ["breadth-first", "complete-solution-prediction", "depth-first", "random-walk"],
  policies: ["cem", "floor"],
  families: Object.keys(JSON.parse(dataOf("../words.json")).families),
  days: dataOf("daily.txt").trim().split("\n"),
  lessons: JSON.parse(dataOf("lessons.json")),
  levels: [],
};
const kWords = (
  "maze= walls= day= lesson= world= agent= scheme= moves= hand= & = , x # all outer flat free cem " +
  "12x12x12 2x2x2 0 18446744073709551616 -1 1e3 __proto__ constructor %00 \u2028 \ud800"
).split(" ");
const kSlow_ms = 2000;

// Random number generator Mulberry32 by Tommy Ettinger.
function dice(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

function changed(text, seeds, roll) {
  const at = roll(text.length + 1),
    length = 1 + roll(12);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const pieces = [
    () => String.fromCharCode(roll(128)) + after.slice(1),
    () => after.slice(length),
    () => after.slice(0, length).repeat(2 + roll(3)) + after.slice(length),
    () => kWords[roll(kWords.length)] + after.slice(roll(4)),
    () => "0123456789abcdef"[roll(16)] + after.slice(1),
    () => seeds[roll(seeds.length)].slice(roll(40)),
  ];
  return before + pieces[roll(pieces.length)]();
}

function expect(holds, promise) {
  if (!holds) throw new Error(promise);
}

// Checks that a drawn maze is small, and that the page's address of the maze gives the same maze.
function checkMaze(json) {
  const maze = JSON.parse(json),
    again = kParts.parsedLink("#" + kParts.wallsSource(maze), kContent);
  expect(again.of.json === json, "a maze's walls are read as they were written");
  const isSmall = maze.dims.every((side) => side >= 1 && side <= kParts.kMaxWalledSide);
  expect(isSmall, "sides are within limits");
}

function check(link) {
  const sources = ["json", "dims", "family"].filter((name) => link.of[name] !== undefined);
  expect(sources.length === 1, "a link names one maze");
  if (link.of.json) checkMaze(link.of.json);
  const isSmall = !link.of.dims?.some((side) => side > kParts.kMaxSide);
  expect(isSmall, "sides are within limits");
  expect([0, 4, 8, 24].includes(link.orientations), "a scheme is one that there is");
  const players = link.orientations === 0 && !link.of.family ? kContent.policies : kContent.agents;
  expect(players.includes(link.agent) && typeof link.byHand === "boolean", "a link names a player");
  expect(link.moves.length <= kParts.kMaxMoves, "there are not too many moves");
  expect(/^[0-3ab]*$/.test(link.moves), "moves are moves");
}

// Returns true if the address is accepted.
function read(address) {
  try {
    check(kParts.parsedLink(address, kContent));
    return true;
  } catch (error) {
    if (!(error instanceof kParts.BadLink)) throw error;
    const isLine = /^[^\n\r\u2028]{1,499}$/.test(error.message);
    expect(isLine, "a refusal is one line");
    return false;
  }
}

async function main(inputs, seed) {
  kParts = await import(path.join(page, "link.js"));
  const seeds = fs
    .readdirSync(seedsAt)
    .sort()
    .map((name) => fs.readFileSync(path.join(seedsAt, name), "utf8"));
  const roll = dice(seed),
    begun = Date.now();
  let taken = 0;
  const run = (address) => {
    const began = Date.now();
    try {
      taken += read(address);
      expect(Date.now() - began < kSlow_ms, "an address is read at once");
    } catch (error) {
      console.log(`FAULT with ${JSON.stringify(address)}: ${error.stack}`);
      process.exit(1);
    }
  };
  for (const address of seeds) {
    run(address);
    expect(taken > 0, "the seeds are addresses");
  }
  for (let i = 0; i < inputs; ++i) {
    let address = seeds[roll(seeds.length)];
    for (let changes = 1 + roll(4); changes > 0; --changes) address = changed(address, seeds, roll);
    run(address);
  }
  const seconds = Math.max(Date.now() - begun, 1) / 1000;
  console.log(
    `${inputs + seeds.length} inputs, ${taken} taken, ${Math.round(inputs / seconds)} a second`,
  );
}

main(Number(process.argv[2] ?? 2000), Number(process.argv[3] ?? 1));
