/** What no case of the corpus shows: seeds, refused answers, what is left when a game is over, and canonical form. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from '../board.js';
import { SIX, apply, begin, call, fail, lay, middle, movesOf, pass, place, rulesAgainst, swap } from './helpers.js';

const illegal = (state, ...answers) => fail('apply', { position: { state }, answers });
const atSwap = (rack, peg, rest = {}) => middle({ rack, peg: { 0: peg }, asks: [{ ask: 'swap', player: 0 }], ...rest });
const pegs = (red, green, blue, orange, yellow, purple) => ({ red, green, blue, orange, yellow, purple });

test('seeds deal, the same way each time', () => {
  const start = (seed) => call('start', { ruleset: 'ingenious/solo', players: 1, seed }).state;
  assert.deepEqual(start(5), start(5));
  assert.notDeepEqual(start(5), start(6));
  assert.equal(start('five').asks[0].ask, 'place');
});

test('answers nobody asked for', () => {
  const state = middle({ rack: ['red_green'] });
  const move = place('red_green', [0, 0], [1, 0]);
  assert.deepEqual(rulesAgainst(state, { ...move, player: 0 }), []);
  assert.deepEqual(rulesAgainst(state, { ...move, player: 1 }), ['turn.not-asked']);
  assert.deepEqual(rulesAgainst(state, pass), ['turn.not-asked']);
  assert.deepEqual(rulesAgainst(state, begin([0, 0])), ['turn.not-asked']);
  assert.deepEqual(rulesAgainst({ ...state, asks: [] }, move), ['turn.not-asked']);
  assert.deepEqual(rulesAgainst({ ...state, asks: [{ shuffle: 'bag' }] }, move), ['turn.not-asked']);
  assert.deepEqual(illegal(state, { shuffle: 'bag', order: [] }).data.rules, ['turn.not-asked']);
});

test('an illegal answer is named with the rules against it', () => {
  const peg = { red: 4, green: 4, blue: 9, orange: 9, yellow: 9, purple: 9 };
  assert.deepEqual(illegal(atSwap(['red_blue'], peg), swap), {
    code: 1001,
    message: 'answer 0 is illegal: refused by swap.condition',
    data: { rules: ['swap.condition'], index: 0 },
  });
});

test('swap: six are drawn before the old tiles go back, then the bag is mixed', () => {
  const old = ['blue_blue', 'blue_orange', 'orange_orange'];
  const drawn = ['red_red', 'red_green', 'green_green', 'green_yellow', 'yellow_yellow', 'purple_purple'];
  const peg = { blue: 1, orange: 1 };
  const state = atSwap(old, peg, { racks: [old, SIX], bag: [...drawn, 'red_blue'] });
  const mixing = apply(state, swap);
  assert.deepEqual(mixing.racks, [drawn, SIX]);
  assert.deepEqual([...mixing.bag].sort(), [...old, 'red_blue'].sort());
  assert.deepEqual(mixing.asks, [{ shuffle: 'bag', step: 'swap.mix', mover: 0 }]);
  assert.equal(fail('moves', { position: { state: mixing } }).code, -32602);
  const order = ['orange_orange', 'red_blue', 'blue_blue', 'blue_orange'];
  const next = apply(mixing, { shuffle: 'bag', order });
  assert.deepEqual(next.bag, order);
  assert.deepEqual(next.racks, [drawn, SIX]);
  assert.deepEqual(next.asks, [{ ask: 'place', player: 1 }]);
  assert.equal(illegal(mixing, { shuffle: 'bag', order: order.slice(1) }).code, 1001);
  assert.equal(illegal(mixing, { shuffle: 'bag', step: 'setup.bag', order }).code, 1001);
});

test('a bonus beyond the last tile of the rack lapses', () => {
  const state = middle({ rack: ['red_blue'], plan: lay('red', [-1, 0]), peg: { 0: { red: 17 } } });
  const after = apply(state, place('red_blue', [0, 0], [1, 0]));
  assert.equal(after.bonus_owed, undefined);
  assert.deepEqual(after.asks, [{ ask: 'swap', player: 0 }]);
  assert.equal(apply(after, pass).racks[0].length, 6);
});

test('18 in all six wins at once: nothing is owed, nobody refills', () => {
  const state = middle({
    rack: ['red_green', 'blue_blue'],
    plan: [...lay('red', [-1, 0]), ...lay('green', [2, 0])],
    peg: { 0: pegs(17, 17, 18, 18, 18, 18), 1: pegs(18, 18, 18, 18, 18, 17) },
  });
  const over = apply(state, place('red_green', [0, 0], [1, 0]));
  assert.equal(over.asks, undefined);
  assert.equal(over.bonus_owed, undefined);
  assert.deepEqual(over.racks[0], ['blue_blue']);
  assert.deepEqual(over.bag, state.bag);
  assert.deepEqual(call('rank', { position: { state: over } }).groups, [{ sides: [0], decided_by: 0 }, { sides: [1] }]);
});

test('the game ends when no pair of free cells is left, and an owed bonus lapses', () => {
  const keep = [[0, 0], [1, 0], [-3, 2]].map(String);
  const plan = AREAS.white.cells
    .filter(({ q, r, printed }) => !printed && !keep.includes(`${q},${r}`))
    .map(({ q, r }) => ({ at: [q, r], symbol: (q + 2 * r) % 2 ? 'red' : 'green' }));
  const state = middle({ rack: ['red_green', 'blue_blue'], plan, peg: { 0: { red: 17, green: 17 } } });
  assert.deepEqual(movesOf(state).length, 2 + 1);
  const over = apply(state, place('red_green', [1, 0], [0, 0]));
  assert.equal(over.asks, undefined);
  assert.equal(over.bonus_owed, undefined);
  assert.deepEqual(over.racks[0], ['blue_blue']);
  assert.deepEqual(over.bag, state.bag);
  assert.deepEqual(movesOf(over), []);
  assert.equal(call('perft', { position: { state: over }, depth: 1 }).nodes, 0);
  // On two boards the order is asked for even when the double fills the board.
  const alone = { ...state, ruleset: 'ingenious/solo', players: 1, racks: [['blue_blue']] };
  const asked = apply(alone, place('blue_blue', [0, 0], [1, 0]));
  assert.equal(asked.asks[0].ask, 'score.order');
  assert.equal(apply(asked, begin([0, 0])).asks, undefined);
  assert.deepEqual(rulesAgainst(asked, begin([2, 0])), ['score.order']);
});

test('solitaire: one tile at a time, and no swap', () => {
  const { state } = call('start', { ruleset: 'ingenious/solo', players: 1 });
  assert.deepEqual(state.asks, [{ shuffle: 'bag' }]);
  const first = apply(state, { shuffle: 'bag', order: state.bag });
  assert.deepEqual(first.racks, [['red_red']]);
  assert.deepEqual(rulesAgainst(first, place('red_red', [0, 0], [1, 0])), ['place.first']);
  const asked = apply(first, place('red_red', [0, -4], [0, -3]));
  assert.equal(asked.racks, undefined, 'the rack is empty until the tile is scored');
  const second = apply(asked, begin([0, -3]));
  assert.deepEqual(second.peg, { 0: { red: 1 } });
  assert.deepEqual(second.racks, [['red_red']]);
  assert.deepEqual(rulesAgainst(second, swap), ['turn.not-asked']);
});

test('a position is written in canonical form', () => {
  const untidy = {
    asks: [{ player: 1, ask: 'place', mover: 1 }],
    peg: { 1: { purple: 2, red: 0, green: 1 }, 0: {} },
    plan: [...lay('red', [1, -1], [1, -2], [-3, 4]), { at: [0, 0] }],
    racks: [[], ['purple_purple', 'red_red']],
    bag: [],
    bonus_owed: 0,
    players: 2,
    ruleset: 'ingenious/standard',
  };
  assert.equal(
    JSON.stringify(apply(untidy)),
    JSON.stringify({
      ruleset: 'ingenious/standard',
      players: 2,
      racks: [[], ['red_red', 'purple_purple']],
      plan: lay('red', [-3, 4], [1, -2], [1, -1]),
      peg: { 1: { green: 1, purple: 2 } },
      asks: [{ ask: 'place', player: 1 }],
    }),
  );
});
