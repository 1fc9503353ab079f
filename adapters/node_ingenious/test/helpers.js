/** Shorthand for talking to the engine as a runner would, one line at a time, but without a process. */

import assert from 'node:assert/strict';
import { answerLine } from '../protocol.js';

export function send(method, params) {
  return JSON.parse(answerLine(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })).reply);
}

/** The result of a request that must succeed. */
export function call(method, params) {
  const { result, error } = send(method, params);
  assert.equal(error, undefined, `${method}: ${error?.message}`);
  return result;
}

/** The error of a request that must fail. */
export function fail(method, params) {
  const { result, error } = send(method, params);
  assert.equal(result, undefined, `${method} should have failed`);
  return error;
}

export const apply = (state, ...answers) => call('apply', { position: { state }, answers }).state;
export const movesOf = (state) => call('moves', { position: { state } }).moves;
export const rulesAgainst = (state, move) => call('judge', { position: { state }, move }).rules ?? [];

export const place = (tile, a, b) => ({ place: { tile, a, b } });
export const pass = { pass: {} };
export const swap = { swap: {} };
export const begin = (at) => ({ begin: { at } });

/** `lay('red', [0,0], [1,0])`: entries of a plan in one colour. */
export const lay = (symbol, ...cells) => cells.map((at) => ({ at, symbol }));

/** Six tiles that have nothing to do with what a test is about. */
export const SIX = ['blue_orange', 'blue_orange', 'blue_orange', 'blue_orange', 'blue_orange', 'blue_orange'];

/** A position in the middle of a game: player 0 is about to place, and the first round is long over. */
export function middle({ ruleset = 'ingenious/standard', players = 2, rack, plan = [], ...rest }) {
  // Eight symbols in a far corner: enough for the first round to be over, and out of the way of what a test is about.
  const filler = [
    ...lay('yellow', [0, 3], [2, 3], [-1, 5]),
    ...lay('purple', [1, 3], [1, 4], [0, 4]),
    ...lay('orange', [2, 2], [-1, 4]),
  ];
  const taken = new Set(plan.map(({ at }) => String(at)));
  return {
    ruleset,
    players,
    bag: [...SIX, ...SIX],
    racks: [rack],
    plan: [...plan, ...filler.filter(({ at }) => !taken.has(String(at)))],
    asks: [{ ask: 'place', player: 0 }],
    ...rest,
  };
}
