import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from '../board.js';
import { SIX, apply, begin, call, fail, judge, lay } from './helpers.js';
import { middle, movesOf, pass, place, rulesAgainst, swap } from './helpers.js';

const illegal = (state, ...answers) => fail('apply', { position: { state }, answers });

test('setup: six tiles each from the front of the bag, player 0 begins', () => {
  const { state } = call('start', { ruleset: 'ingenious/standard', players: 3 });
  assert.deepEqual(state.asks, [{ shuffle: 'bag', step: 'setup.bag' }]);
  assert.equal(state.bag.length, 120);
  const order = [...state.bag].reverse();
  const dealt = apply(state, { shuffle: 'bag', step: 'setup.bag', order });
  assert.deepEqual(dealt.racks.map((rack) => rack.length), [6, 6, 6]);
  assert.deepEqual(dealt.racks[0], ['yellow_purple', ...Array(5).fill('purple_purple')]);
  assert.deepEqual(dealt.bag, order.slice(18));
  assert.deepEqual(dealt.asks, [{ ask: 'place', player: 0 }]);
  assert.deepEqual(call('start', { ruleset: 'ingenious/standard', players: 3, shuffles: [order] }).state, dealt);
});

test('seeds deal, the same way each time', () => {
  const start = (seed) => call('start', { ruleset: 'ingenious/solo', players: 1, seed }).state;
  assert.deepEqual(start(5), start(5));
  assert.notDeepEqual(start(5), start(6));
  assert.equal(start('five').asks[0].ask, 'place');
});

test('every rule against a placement is named', () => {
  const state = middle({ rack: ['red_green'], plan: lay('blue', [0, 0]) });
  const against = (a, b) => rulesAgainst(state, place('red_green', a, b));
  assert.deepEqual(against([-1, 0], [-1, -1]), []);
  assert.deepEqual(against([-1, 0], [0, 0]), ['place.free']);
  assert.deepEqual(against([-4, 0], [-5, 0]), ['place.free'], 'a printed symbol is not free');
  assert.deepEqual(against([-5, 3], [-6, 3]), ['board.area']);
  assert.deepEqual(against([-1, 0], [1, 1]), ['place.shape']);
  assert.deepEqual(against([-1, 0], [-1, 0]), ['place.shape']);
  assert.deepEqual(against([0, 0], [90, 90]), ['board.area', 'place.free', 'place.shape']);
  assert.deepEqual(rulesAgainst(state, place('red_red', [-1, 0], [-1, -1])), ['place.rack']);
  const fresh = { ruleset: 'ingenious/standard', players: 2, racks: [['red_green']], asks: state.asks };
  assert.deepEqual(rulesAgainst(fresh, place('red_green', [0, -5], [9, 9])), [
    'board.area',
    'place.free',
    'place.shape',
    'place.first',
  ]);
});

test('the area grows with the number of players', () => {
  const outer = { white: [-4, -1], light: [-4, -2], whole: [-4, -3] };
  for (const [players, legal] of [[2, ['white']], [3, ['white', 'light']], [4, ['white', 'light', 'whole']]]) {
    const state = middle({ players, rack: ['red_green'] });
    for (const area of Object.keys(AREAS)) {
      const [q, r] = outer[area];
      const rules = rulesAgainst(state, place('red_green', [q, r], [q + 1, r]));
      assert.equal(rules.includes('board.area'), !legal.includes(area), `${players} players, ${area}`);
    }
  }
});

test('first tiles go to unused symbols, whatever their colour', () => {
  const racks = [SIX, SIX, SIX];
  const start = { ruleset: 'ingenious/standard', players: 3, racks, asks: [{ ask: 'place', player: 0 }] };
  const inTheOpen = place('blue_orange', [0, 0], [1, 0]);
  const atRed = place('blue_orange', [0, -4], [0, -3]);
  const alsoAtRed = place('blue_orange', [1, -6], [2, -6]);
  const atGreen = place('blue_orange', [4, -4], [4, -3]);
  assert.deepEqual(rulesAgainst(start, inTheOpen), ['place.first']);
  const second = apply(start, atRed, pass);
  assert.deepEqual(rulesAgainst(second, alsoAtRed), ['place.first']);
  assert.deepEqual(rulesAgainst(second, atGreen), []);
  const third = apply(second, atGreen, pass);
  assert.deepEqual(rulesAgainst(third, inTheOpen), ['place.first']);
  const afterFirstRound = apply(third, place('blue_orange', [-5, 1], [-5, 2]), pass);
  assert.deepEqual(rulesAgainst(afterFirstRound, inTheOpen), []);
  assert.deepEqual(rulesAgainst(afterFirstRound, alsoAtRed), []);
});

test('equal tiles give one move, and a double is listed the smaller cell first', () => {
  const doubles = movesOf(middle({ rack: ['red_red', 'red_red'] }));
  const faces = movesOf(middle({ rack: ['red_green', 'red_green'] }));
  assert.equal(faces.length, 2 * doubles.length);
  assert.equal(new Set(faces.map((move) => JSON.stringify(move))).size, faces.length);
  for (const { place: { a, b } } of doubles) assert.ok(a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]));
  assert.deepEqual(judge(middle({ rack: ['red_red'] }), place('red_red', [1, 0], [0, 0])), { legal: true });
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

const atSwap = (rack, peg, rest = {}) => middle({ rack, peg: { 0: peg }, asks: [{ ask: 'swap', player: 0 }], ...rest });

test('the swap looks at all colours tied for the lowest', () => {
  const peg = { red: 4, green: 4, blue: 9, orange: 9, yellow: 9, purple: 9 };
  const rules = (rack, pegs = peg) => rulesAgainst(atSwap(rack, pegs), swap);
  assert.deepEqual(rules(['blue_orange', 'yellow_purple']), []);
  assert.deepEqual(rules(['blue_orange', 'red_purple']), ['swap.condition']);
  assert.deepEqual(rules(['green_purple']), ['swap.condition']);
  assert.deepEqual(rules(['green_purple'], { ...peg, green: 5 }), []);
  assert.deepEqual(rules(['blue_blue'], {}), ['swap.condition'], 'at the start all six are lowest');
  assert.deepEqual(rules([]), ['swap.rack']);
  assert.deepEqual(movesOf(atSwap(['blue_blue'], peg)), [swap, pass]);
  assert.deepEqual(movesOf(atSwap(['red_blue'], peg)), [pass]);
  assert.deepEqual(illegal(atSwap(['red_blue'], peg), swap), {
    code: 1001,
    message: 'answer 0 is illegal: refused by swap.condition',
    data: { rules: ['swap.condition'], index: 0 },
  });
});

test('in pairs the swap looks at the joint score', () => {
  const state = middle({
    ruleset: 'ingenious/team',
    players: 4,
    racks: [[], [], ['blue_blue']],
    peg: { 0: { red: 1, green: 1, blue: 2, orange: 1, yellow: 1, purple: 1 } },
    asks: [{ ask: 'swap', player: 2 }],
  });
  assert.deepEqual(rulesAgainst(state, swap), []);
  assert.deepEqual(rulesAgainst({ ...state, peg: { 1: state.peg[0] } }, swap), ['swap.condition']);
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

test('solitaire: one tile at a time, no swap, bonus only without edition-en', () => {
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

  const near = middle({
    ruleset: 'ingenious/solo',
    players: 1,
    rack: ['red_blue'],
    plan: lay('red', [-1, 0]),
    peg: { 0: { red: 17 } },
  });
  const bonus = apply(near, place('red_blue', [0, 0], [1, 0]));
  assert.equal(bonus.bonus_owed, 1);
  assert.deepEqual(bonus.racks, [['blue_orange']]);
  assert.equal(apply(bonus, place('blue_orange', [0, -3], [0, -2])).bonus_owed, undefined);
  const english = apply({ ...near, ruleset: 'ingenious/solo+edition-en' }, place('red_blue', [0, 0], [1, 0]));
  assert.equal(english.bonus_owed, undefined);
  assert.equal(english.ruleset, 'ingenious/solo+edition-en');
  assert.deepEqual(english.asks, [{ ask: 'place', player: 0 }]);
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

test('others see how much there is, not what; partners too', () => {
  const racks = [['red_red'], SIX, ['blue_blue', 'red_green'], []];
  const state = middle({ ruleset: 'ingenious/team', players: 4, racks });
  const { observation } = call('observe', { position: { state }, player: 2 });
  assert.deepEqual(observation.racks, [1, 6, ['red_green', 'blue_blue'], 0]);
  assert.equal(observation.bag, 12);
  const hidden = { bag: undefined, racks: undefined };
  assert.deepEqual({ ...observation, ...hidden }, { ...apply(state), ...hidden });
});
