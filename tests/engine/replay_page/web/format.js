// Holds JavaScript to TypeScript's own formatter: blanks, indentation and semicolons; where a line ends is its author's. Prints
// what is otherwise, status 1; with --fix the files are changed instead.
//   NODE_PATH=/usr/share/nodejs node format.js [--fix] FILE...
"use strict";
const fs = require("node:fs");
const ts = require("typescript");

const kSettings = { ...ts.getDefaultFormatCodeSettings("\n"), indentSize: 2, tabSize: 2, semicolons: "insert", insertSpaceAfterOpeningAndBeforeClosingEmptyBraces: false };

function formatted(file, text) {
  const edits = ts.createLanguageService({
    getScriptFileNames: () => [file], getScriptVersion: () => "0", getScriptSnapshot: (name) => (name === file ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => ".", getCompilationSettings: () => ({ allowJs: true, noLib: true }), getDefaultLibFileName: () => "", fileExists: () => false,
    readFile: () => undefined,
  }).getFormattingEditsForDocument(file, kSettings);
  return edits.reverse().reduce((now, { span, newText }) => now.slice(0, span.start) + newText + now.slice(span.start + span.length), text);
}

const files = process.argv.slice(2), fix = files[0] === "--fix" && Boolean(files.shift());
for (const file of files) {
  const text = fs.readFileSync(file, "utf8"), wanted = formatted(file, text), lines = wanted.split("\n");
  if (text === wanted) continue;
  if (fix) fs.writeFileSync(file, wanted);
  else console.log(`${file}:${text.split("\n").findIndex((line, i) => line !== lines[i]) + 1}: not as the formatter writes it; format.js --fix does`);
  process.exitCode = Number(!fix);
}
