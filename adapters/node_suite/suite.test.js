/** The exported cases against an engine in the same process: no Python, no protocol runner, no dependencies. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answerLine } from '../node_ingenious/protocol.js';

/** The one function to write anew for another engine. */
const sent = (method, params) => JSON.parse(answerLine(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })).reply);

function ask(method, params) {
  const { result, error } = sent(method, params);
  assert.equal(error, undefined, `${method}: ${error?.message}`);
  return result;
}

const isEmpty = (data) => [undefined, null, false].includes(data) || JSON.stringify(data).length === 2; // [] or {}
const isCell = (data) => Array.isArray(data?.at);
const byPlace = (cells) => new Map(cells.map(({ at, ...rest }) => [String(at), rest]));
const sorted = (list) => list.map((each) => JSON.stringify(each)).sort();
const total = (list, key) => list.reduce((sum, each) => sum + each[key], 0);

/** An answer as `judge` tells of it; the order of a shuffled pile is no move, and only `apply` refuses it. */
function judged(position, answer) {
  if (!('shuffle' in answer)) return ask('judge', { position, move: answer });
  const { error } = sent('apply', { position, answers: [answer] });
  if (error) assert.equal(error.code, 1001, error.message);
  return { legal: !error, rules: error?.data.rules };
}

/** An expectation names only what it is about; docs/writing-cases.md says how it is compared. */
function agrees(expected, got, path) {
  if (expected === null || expected === false) assert.ok(isEmpty(got), `${path} is not empty`);
  else if (typeof expected !== 'object') assert.equal(got, expected, path);
  else if (!Array.isArray(expected)) {
    for (const [key, each] of Object.entries(expected)) agrees(each, got?.[key], `${path}.${key}`);
  } else if ([...expected, ...(got ?? [])].every(isCell)) assert.deepEqual(byPlace(got ?? []), byPlace(expected), path);
  else {
    const ofPlayers = expected.length > 0 && expected.every(Array.isArray); // players after its last: not looked at
    if (!ofPlayers) assert.equal(got?.length ?? 0, expected.length, path);
    expected.forEach((each, i) => agrees(each, got?.[i], `${path}[${i}]`));
  }
}

function look(then, { state: first }, answers) {
  const after = (list) => (list.length ? ask('apply', { position: { state: first }, answers: list }).state : first);
  if ('legal' in then) {
    const position = { state: after(answers.slice(0, -1)) };
    const { legal, rules = [] } = judged(position, answers.at(-1));
    assert.equal(legal, then.legal);
    const told = rules.filter((id) => then.only || then.refused_by.includes(id));
    if (!legal) return assert.deepEqual(sorted(told), sorted(then.refused_by));
  }
  const state = after(answers);
  const at = { position: { state } };
  if (then.moves) assert.deepEqual(sorted(ask('moves', at).moves), sorted(then.moves));
  if (then.state) agrees(then.state, state, 'state');
  if ('over' in then) assert.equal(isEmpty(state.asks), then.over);
  for (const { side, lines = [], ...rest } of then.score ?? []) {
    const scored = ask('score', at).sides[side];
    agrees(rest, scored, `side ${side}`);
    for (const { rule, key, points } of lines) {
      assert.equal(total(scored.lines.filter((line) => line.rule === rule && line.key === key), 'points'), points, key);
    }
  }
  if (then.rank) assert.deepEqual(ask('rank', at).groups.map(({ sides }) => sorted(sides)), then.rank.map(sorted));
  for (const { player, sees } of then.observe ?? []) {
    agrees(sees, ask('observe', { ...at, player }).observation, `player ${player} sees`);
  }
  if (then.perft) assert.equal(ask('perft', { ...at, depth: then.perft.depth }).nodes, then.perft.nodes);
}

function lookAtComponents(expected, game) {
  const kinds = new Map(ask('components', game).components.map(({ kind, members }) => [kind, members]));
  for (const [kind, { count, members = [] }] of Object.entries(expected)) {
    if (count !== undefined) assert.equal(total(kinds.get(kind), 'copies'), count, kind);
    for (const { name, ...wanted } of members) {
      const { copies, data } = kinds.get(kind).find((member) => member.name === name);
      agrees(wanted, { copies, ...data }, `${kind} ${name}`);
    }
  }
}

for (const each of JSON.parse(readFileSync(process.env.CASES ?? 'cases.json', 'utf8')).cases) {
  const { id, title, ruleset, players, position, answers, checkpoints = [], then } = each;
  test(`${id}: ${title}`, { skip: !ruleset.startsWith('ingenious/') }, () => {
    if (then.components) return lookAtComponents(then.components, { ruleset, players });
    for (const point of checkpoints) look(point.then, position, answers.slice(0, point.after));
    look(then, position, answers);
  });
}
