import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { answerLine } from '../protocol.js';
import { call, fail, middle, place } from './helpers.js';

const ENGINE = fileURLToPath(new URL('../engine.js', import.meta.url));

/** Sends all lines at once, reads only when all are sent, and gives the answers. */
async function converse(lines, { close = true } = {}) {
  const engine = spawn(process.execPath, [ENGINE]);
  let output = '';
  let complaints = '';
  engine.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
  await new Promise((resolve) => engine.stdin.write(lines.map((line) => `${line}\n`).join(''), resolve));
  if (close) engine.stdin.end();
  engine.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => engine.on('close', resolve));
  return { answers: output.trimEnd().split('\n').map((line) => JSON.parse(line)), status, complaints };
}

const request = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

test('hello claims what the engine can do', () => {
  const hello = call('hello', { protocol: 1 });
  assert.equal(hello.protocol, 1);
  assert.deepEqual(hello.rulesets, [
    { name: 'ingenious/standard', players: [2, 3, 4], layers: ['ruling-swap-again'] },
    { name: 'ingenious/team', players: [4], layers: ['ruling-optional-bonus', 'ruling-swap-again'] },
    { name: 'ingenious/solo', players: [1], layers: ['edition-en'] },
  ]);
  assert.equal(hello.methods.length, 11);
  assert.equal(hello.levels.length, 5);
});

test('lines that are no requests', () => {
  const code = (line) => JSON.parse(answerLine(line).reply).error.code;
  for (const line of ['', '{', 'hello', '{"jsonrpc": "2.0",}', '\u0000']) assert.equal(code(line), -32700, line);
  for (const line of ['[]', '3', 'null', '"x"', '{}']) assert.equal(code(line), -32600, line);
  assert.equal(code('{"jsonrpc":"2.0","id":1}'), -32600);
  assert.equal(code('{"jsonrpc":"1.0","id":1,"method":"hello"}'), -32600);
  assert.equal(code('{"jsonrpc":"2.0","id":[1],"method":"hello"}'), -32600);
  assert.equal(code('{"jsonrpc":"2.0","id":1,"method":5}'), -32600);
  for (const method of ['dance', 'constructor', '__proto__', '']) assert.equal(fail(method, {}).code, -32601);
  assert.equal(JSON.parse(answerLine('{"jsonrpc":"2.0","id":"a","method":"dance"}').reply).id, 'a');
  assert.deepEqual(answerLine('{"jsonrpc":"2.0","method":"dance"}').reply, undefined);
});

test('parameters that make no sense', () => {
  const state = middle({ rack: ['red_green'] });
  const position = { state };
  const bad = (method, params) => {
    assert.equal(fail(method, params).code, -32602, `${method} ${JSON.stringify(params)}`);
  };
  bad('moves', []);
  bad('moves', {});
  bad('moves', { position: null });
  bad('moves', { position: {} });
  bad('moves', { position: { state, history: {} } });
  bad('start', { ruleset: 'ingenious/standard', players: 5 });
  bad('start', { ruleset: 'ingenious/standard' });
  bad('start', { ruleset: 'ingenious/standard+edition-en', players: 2 });
  bad('start', { ruleset: 'ingenious/solo+edition-en+edition-en', players: 1 });
  bad('start', { ruleset: 'go', players: 2 });
  bad('start', { ruleset: 'ingenious/solo', players: 1, seed: {} });
  bad('start', { ruleset: 'ingenious/solo', players: 1, shuffles: [['red_pink']] });
  bad('components', { ruleset: '__proto__', players: 2 });
  bad('apply', { position });
  bad('apply', { position, answers: {} });
  bad('observe', { position });
  bad('observe', { position, player: 2 });
  bad('perft', { position, depth: -1 });
  bad('perft', { position, depth: 1.5 });
  bad('judge', { position, move: { ...place('red_green', [0, 0], [1, 0]), player: 'me' } });
  for (const move of [
    undefined,
    null,
    {},
    [],
    { fly: {} },
    { place: {} },
    { place: { tile: 'red_pink', a: [0, 0], b: [1, 0] } },
    { place: { tile: 'red_green', a: [0], b: [1, 0] } },
    { place: { tile: 'red_green', a: [0, 0.5], b: [1, 0] } },
    { place: { tile: 'red_green', a: [0, 0], b: [1, 0], c: 1 } },
    { swap: {}, pass: {} },
    { pass: 1 },
  ]) {
    bad('judge', { position, move });
    bad('apply', { position, answers: [move] });
  }
  for (const change of [
    { colour: 'red' },
    { players: 7 },
    { bag: 'full' },
    { bag: ['red'] },
    { racks: [[], [], []] },
    { racks: [5] },
    { plan: [{ at: [9, 9], symbol: 'red' }] },
    { plan: [{ at: [0, -5], symbol: 'red' }] },
    { plan: [{ at: [0, 0], symbol: 'red' }, { at: [0, 0], symbol: 'blue' }] },
    { plan: [{ symbol: 'red' }] },
    { peg: { 2: {} } },
    { peg: { 0: { red: 37 } } },
    { peg: { 0: { red: '1' } } },
    { bonus_owed: -1 },
    { asks: [{}] },
    { asks: [{ ask: 'score.order', player: 0 }] },
    { asks: [{ ask: 'place', player: 2 }] },
    { asks: [{ ask: 'place' }] },
    { asks: [{ shuffle: 'box' }] },
    { asks: 'place' },
  ]) {
    bad('score', { position: { state: { ...state, ...change } } });
  }
  const solo = { ruleset: 'ingenious/solo', players: 1 };
  bad('score', { position: { state: { ...solo, asks: [{ ask: 'score.order', player: 0 }] } } });
  bad('score', { position: { state: { ...solo, asks: [{ ask: 'swap', player: 0 }] } } });
  assert.equal(fail('score', { position: { history: { start: solo, answers: [{ pass: {} }] } } }).code, 1001);
  assert.equal(fail('start', { ...solo, shuffles: [['red_red']] }).code, 1001); // tiles, but not those of the bag
});

test('a fragment may leave out nearly everything', () => {
  const state = { ruleset: 'ingenious/standard', players: 2 };
  assert.deepEqual(call('moves', { position: { state } }).moves, []);
  assert.deepEqual(call('apply', { position: { state }, answers: [] }).state, state);
  assert.equal(call('rank', { position: { state } }).groups.length, 1);
});

test('thousands of requests before the first answer is read', async () => {
  const state = call('start', { ruleset: 'ingenious/standard', players: 2, seed: 1 }).state;
  const params = { position: { state }, answers: [] };
  const lines = Array.from({ length: 3000 }, (_, i) => request(i, i % 3 ? 'score' : 'apply', params));
  const { answers, status, complaints } = await converse(lines);
  assert.deepEqual(answers.map(({ id }) => id), lines.map((_, i) => i));
  assert.ok(answers.every(({ result }) => result));
  assert.equal(status, 0);
  assert.equal(complaints, '');
});

test('bye ends the process, and nonsense does not', async () => {
  const lines = ['nonsense', '{"a":"\u2028"}', '['.repeat(100000), request(1, 'hello'), request(2, 'bye')];
  const { answers, status, complaints } = await converse(lines, { close: false });
  assert.deepEqual(answers.map(({ id, error }) => error?.code ?? id), [-32700, -32600, -32700, 1, 2]);
  assert.equal(status, 0);
  assert.equal(complaints, '');
});
