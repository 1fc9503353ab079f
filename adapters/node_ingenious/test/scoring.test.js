import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advancePeg } from '../scoring.js';
import { apply, begin, call, lay, middle, pass, place } from './helpers.js';

const pegs = (red, green, blue, orange, yellow, purple) => ({ red, green, blue, orange, yellow, purple });

test('printed example: three players ranked by their weakest colours', () => {
  const state = {
    ruleset: 'ingenious/standard',
    players: 3,
    peg: { 0: pegs(10, 18, 18, 17, 16, 11), 1: pegs(18, 9, 12, 16, 14, 18), 2: pegs(13, 18, 18, 9, 18, 12) },
  };
  assert.deepEqual(call('rank', { position: { state } }).groups, [
    { sides: [0], decided_by: 0 },
    { sides: [1], decided_by: 2 },
    { sides: [2] },
  ]);
  const [first] = call('score', { position: { state } }).sides;
  assert.deepEqual(first.result, [10, 11, 16, 17, 18, 18]);
  assert.equal(first.total, 90);
  assert.deepEqual(first.lines[5], { rule: 'score.colours', key: 'purple', points: 11 });
});

test('six equal colours share a place', () => {
  const state = { ruleset: 'ingenious/standard', players: 3, peg: { 0: { red: 5 }, 1: { red: 6 }, 2: { blue: 6 } } };
  assert.deepEqual(call('rank', { position: { state } }).groups, [{ sides: [1, 2], decided_by: 5 }, { sides: [0] }]);
});

for (const [ruleset, players] of [['ingenious/team', 4], ['ingenious/solo', 1]]) {
  test(`printed example: 2 green and 4 yellow end the first board of ${ruleset}: two bonus placements`, () => {
    const state = middle({
      ruleset,
      players,
      rack: ['green_yellow'],
      racks: [['green_yellow', 'red_red']],
      plan: [...lay('green', [-1, 0], [0, -1]), ...lay('yellow', [2, 0], [3, 0], [1, 1], [1, 2])],
      peg: { 0: { green: 17, yellow: 15 } },
    });
    const after = apply(state, place('green_yellow', [0, 0], [1, 0]));
    assert.deepEqual(after.peg[0], { green: 18, yellow: 18 });
    assert.equal(after.bonus_owed, 2);
    assert.deepEqual(after.asks, [{ ask: 'place', player: 0 }]);
  });
}

test('both halves of a double score, and both move the same peg', () => {
  const plan = lay('red', [-1, 0], [2, 0], [3, 0]);
  const after = apply(middle({ rack: ['red_red'], plan }), place('red_red', [1, 0], [0, 0]));
  assert.deepEqual(after.peg, { 0: { red: 3 } });
});

test('a peg stops at the end of each board', () => {
  assert.deepEqual(advancePeg(16, 2, 1), { peg: 18, reachedEnd: true });
  assert.deepEqual(advancePeg(16, 9, 1), { peg: 18, reachedEnd: true });
  assert.deepEqual(advancePeg(18, 9, 1), { peg: 18, reachedEnd: false });
  assert.deepEqual(advancePeg(17, 0, 2), { peg: 17, reachedEnd: false });
  assert.deepEqual(advancePeg(17, 9, 2), { peg: 18, reachedEnd: true });
  assert.deepEqual(advancePeg(18, 0, 2), { peg: 18, reachedEnd: false });
  assert.deepEqual(advancePeg(18, 9, 2), { peg: 27, reachedEnd: false });
  assert.deepEqual(advancePeg(35, 4, 2), { peg: 36, reachedEnd: true });
  assert.deepEqual(advancePeg(36, 4, 2), { peg: 36, reachedEnd: false });
});

test('overshooting loses the rest; a peg at 18 earns no further bonus', () => {
  const plan = lay('red', [-1, 0], [-2, 0], [0, -1], [1, -1]);
  const at = (red) => {
    const state = middle({ rack: ['red_blue'], plan, peg: { 0: { red } } });
    return apply(state, place('red_blue', [0, 0], [1, 0]));
  };
  assert.equal(at(13).peg[0].red, 17);
  assert.equal(at(13).asks[0].ask, 'swap');
  assert.equal(at(17).peg[0].red, 18);
  assert.equal(at(18).peg[0].red, 18);
  assert.equal(at(18).bonus_owed, undefined);
  assert.equal(at(18).asks[0].ask, 'swap');
});

test('a double at 17 reaches 18 once and gives one bonus', () => {
  const plan = lay('red', [-1, 0], [2, 0]);
  const state = middle({ rack: ['red_red', 'green_blue'], plan, peg: { 0: { red: 17 } } });
  const after = apply(state, place('red_red', [0, 0], [1, 0]));
  assert.deepEqual(after.peg[0], { red: 18 });
  assert.equal(after.bonus_owed, 1);
});

test('two bonuses at once, then a chain, then the swap, then the refill', () => {
  const state = middle({
    rack: ['red_green', 'blue_blue', 'blue_yellow', 'orange_orange', 'purple_purple'],
    plan: [...lay('red', [-1, 0]), ...lay('green', [2, 0]), ...lay('blue', [-4, 0]), ...lay('yellow', [2, -3])],
    peg: { 0: { red: 17, green: 17, yellow: 17 } },
  });
  const two = apply(state, place('red_green', [0, 0], [1, 0]));
  assert.equal(two.bonus_owed, 2);
  assert.equal(two.racks[0].length, 4, 'no refill before the bonus placements');
  const one = apply(two, place('blue_blue', [-3, 0], [-2, 0]));
  assert.equal(one.bonus_owed, 1);
  assert.deepEqual(one.asks, [{ ask: 'place', player: 0 }]);
  const chained = apply(one, place('blue_yellow', [0, -3], [1, -3]));
  assert.equal(chained.bonus_owed, 1, 'one made, one earned');
  const last = apply(chained, place('orange_orange', [-2, -2], [-1, -2]));
  assert.equal(last.bonus_owed, undefined);
  assert.deepEqual(last.asks, [{ ask: 'swap', player: 0 }]);
  assert.deepEqual(last.racks[0], ['purple_purple']);
  const next = apply(last, pass);
  assert.equal(next.racks[0].length, 6);
  assert.equal(next.bag.length, state.bag.length - 5);
  assert.deepEqual(next.asks, [{ ask: 'place', player: 1 }]);
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

test('on two boards 18 in all six is no win; 36 is', () => {
  const at = (others, red) =>
    apply(
      middle({
        ruleset: 'ingenious/team',
        players: 4,
        rack: ['red_green', 'blue_blue'],
        plan: [...lay('red', [-1, 0]), ...lay('green', [2, 0])],
        peg: { 0: pegs(red, red, others, others, others, others) },
      }),
      place('red_green', [0, 0], [1, 0]),
    );
  assert.equal(at(18, 17).bonus_owed, 2);
  assert.deepEqual(at(18, 17).asks, [{ ask: 'place', player: 0 }]);
  assert.equal(at(36, 35).asks, undefined);
});

test('second board: peg at 15, halves worth 2 and 5, the mover chooses 18 or 20', () => {
  const state = middle({
    ruleset: 'ingenious/team',
    players: 4,
    rack: ['red_red', 'blue_blue'],
    plan: lay('red', [-1, 0], [-2, 0], [2, 0], [3, 0], [4, 0], [1, 1], [2, -1]),
    peg: { 0: { red: 15 } },
  });
  const asked = apply(state, place('red_red', [1, 0], [0, 0]));
  assert.deepEqual(asked.asks, [{ ask: 'score.order', player: 0, tile: 'red_red', a: [0, 0], b: [1, 0] }]);
  assert.deepEqual(asked.peg, { 0: { red: 15 } });
  assert.deepEqual(call('moves', { position: { state: asked } }).moves, [begin([0, 0]), begin([1, 0])]);
  const twoFirst = apply(asked, begin([0, 0]));
  const fiveFirst = apply(asked, begin([1, 0]));
  assert.equal(twoFirst.peg[0].red, 18);
  assert.equal(fiveFirst.peg[0].red, 20);
  for (const { bonus_owed: owed } of [twoFirst, fiveFirst]) assert.equal(owed, 1);
});

test('the end of the second board gives a bonus again', () => {
  const state = middle({
    ruleset: 'ingenious/team',
    players: 4,
    rack: ['red_green', 'blue_blue'],
    plan: lay('red', [-1, 0], [0, -1], [1, -1]),
    peg: { 0: { red: 34 } },
  });
  const after = apply(state, place('red_green', [0, 0], [1, 0]));
  assert.equal(after.peg[0].red, 36);
  assert.equal(after.bonus_owed, 1);
});

test('partners sit opposite and move the same pegs', () => {
  const state = middle({
    ruleset: 'ingenious/team',
    players: 4,
    racks: [[], [], ['red_blue'], ['red_blue']],
    plan: lay('red', [-1, 0]),
    peg: { 0: { red: 3 }, 1: { red: 8 } },
  });
  const move = place('red_blue', [0, 0], [1, 0]);
  const by = (player) => apply({ ...state, asks: [{ ask: 'place', player }] }, move).peg;
  assert.deepEqual(by(2), { 0: { red: 4 }, 1: { red: 8 } });
  assert.deepEqual(by(3), { 0: { red: 3 }, 1: { red: 9 } });
  const { sides } = call('score', { position: { state } });
  assert.deepEqual(sides.map(({ players }) => players), [[0, 2], [1, 3]]);
});
