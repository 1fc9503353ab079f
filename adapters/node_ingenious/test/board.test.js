import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS, DIRECTIONS, areNeighbours, cellAt, freeSpots, untouchedSymbols } from '../board.js';
import { fullBag } from '../components.js';
import { pointsOfHalf } from '../scoring.js';
import { apply, call, lay, middle, movesOf, place } from './helpers.js';

test('the box: 120 tiles, 21 faces, six colours', () => {
  assert.equal(fullBag().length, 120);
  const { components } = call('components', { ruleset: 'ingenious/team', players: 4 });
  const { colour, tile } = Object.fromEntries(components.map(({ kind, members }) => [kind, members]));
  assert.equal(colour.length, 6);
  assert.equal(tile.length, 21);
  for (const { copies, data } of tile) assert.equal(copies, data.a === data.b ? 5 : 6);
});

test('areas have 91, 127 and 169 cells', () => {
  assert.deepEqual(Object.values(AREAS).map(({ cells }) => cells.length), [91, 127, 169]);
});

test('free pairs at the start, and those that touch a printed symbol', () => {
  const nothing = new Map();
  const counts = Object.values(AREAS).map((area) => {
    const pairs = freeSpots(area, nothing).filter(([a, b]) => a.index < b.index);
    const touching = pairs.filter((pair) =>
      untouchedSymbols(nothing).some((symbol) => pair.some((cell) => areNeighbours(symbol, cell))),
    );
    return [pairs.length, touching.length];
  });
  assert.deepEqual(counts, [[222, 54], [306, 102], [426, 144]]);
});

test('the same numbers through the protocol', () => {
  for (const [ruleset, players, touching, free] of [
    ['ingenious/solo', 1, 54, 222],
    ['ingenious/standard', 2, 54, 222],
    ['ingenious/standard', 3, 102, 306],
    ['ingenious/standard', 4, 144, 426],
    ['ingenious/team', 4, 144, 426],
  ]) {
    const asks = [{ ask: 'place', player: 0 }];
    const state = { ruleset, players, racks: [['red_red']], asks };
    assert.equal(movesOf(state).length, touching);
    assert.equal(movesOf({ ...state, racks: [['red_green']] }).length, 2 * touching);
    // Eight symbols end the first round for any number of players; take away what they cover.
    const plan = lay('red', [0, 0], [1, 0], [2, 0], [3, 0], [0, 1], [1, 1], [2, 1], [3, 1]);
    const covered = new Set(plan.map(({ at }) => String(at)));
    const lost = plan.reduce((sum, { at: [q, r] }) => {
      const around = DIRECTIONS.map(([dq, dr]) => String([q + dq, r + dr]));
      return sum + around.reduce((n, name) => n + (covered.has(name) ? 0.5 : 1), 0);
    }, 0);
    assert.equal(movesOf({ ...state, plan }).length, free - lost);
  }
});

test('runs count in five directions and never through the other half', () => {
  const centre = cellAt({ q: 0, r: 0 });
  for (const [towards, [dq, dr]] of DIRECTIONS.entries()) {
    const partner = centre.neighbours[towards];
    // Two symbols in every direction; the partner stands in the way of its own line.
    const plan = new Map([[centre, 'red'], [partner, 'red']]);
    for (const [q, r] of DIRECTIONS) {
      for (const step of [1, 2]) {
        const cell = cellAt({ q: q * step, r: r * step });
        if (cell !== partner) plan.set(cell, 'red');
      }
    }
    assert.equal(pointsOfHalf(plan, centre, partner), 10, `partner at ${dq},${dr}`);
  }
});

test('a run ends at a gap, at another colour and at the edge, and begins next door', () => {
  const run = (...cells) => lay('red', ...cells);
  const points = (plan) => {
    const { peg } = apply(middle({ rack: ['red_blue'], plan }), place('red_blue', [0, 0], [0, 1]));
    return peg?.[0].red ?? 0;
  };
  assert.equal(points(run([1, 0], [2, 0], [3, 0])), 3);
  assert.equal(points(run([1, 0], [3, 0])), 1);
  assert.equal(points([...run([1, 0], [3, 0]), ...lay('green', [2, 0])]), 1);
  assert.equal(points(run([2, 0], [3, 0])), 0);
  assert.equal(points(run([1, 0], [2, 0], [3, 0], [4, 0])), 4);
  // Up to the edge, with the printed red symbol as the last of the line.
  assert.equal(points(run([0, -1], [0, -2], [0, -3], [0, -4])), 5);
  assert.equal(points(run([1, 0], [-1, 0], [1, -1], [0, -1], [-1, 1])), 5);
});
