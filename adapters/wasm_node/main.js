#!/usr/bin/env node
/**
 * Plays compiled rulesets: `node main.js FOLDER`, where the folder holds modules; `node main.js --made-by PYTHON` has the
 * modules of this checkout made first. Reads requests from standard input and writes answers to standard output, a line
 * each, until `bye` or the end.
 */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Shelf, answerLine } from './protocol.js';

/** The lines of a stream of text. Node's own readline also breaks lines at U+2028, which may stand inside a JSON string. */
async function* linesOf(stream) {
  let rest = '';
  for await (const chunk of stream) {
    const lines = chunk.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const [first, python] = process.argv.slice(2);
const made = () => execFileSync(python, [fileURLToPath(new URL('.', import.meta.url))], { encoding: 'utf8' }).trim();
const shelf = new Shelf(first === '--made-by' ? made() : first);

// When nobody listens any more there is nothing left to do, and nobody to complain to.
process.stdout.on('error', () => process.exit(0));
process.stdin.setEncoding('utf8');

for await (const line of linesOf(process.stdin)) {
  const { reply, done } = answerLine(shelf, line);
  if (reply !== undefined) process.stdout.write(`${reply}\n`);
  if (done) break; // leaves the loop, which closes the input: the process ends once all is written
}
