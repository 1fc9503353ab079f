/** Whole games of every ruleset, played by two simple players; what must always hold is checked at every step. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TILE_KINDS, fullBag, sameTiles, tileKind } from '../components.js';
import { CELLS } from '../board.js';
import { pointsOfHalf } from '../scoring.js';
import { legalMoves, refusals } from '../legality.js';
import { play, shuffled } from '../game.js';
import { perft, startGame } from '../play.js';
import { readPosition, writeObservation, writePosition } from '../position.js';
import { readMove, writeMove } from '../answers.js';
import { call } from './helpers.js';

const GAMES = [
  ['ingenious/standard', 2],
  ['ingenious/standard', 3],
  ['ingenious/standard', 4],
  ['ingenious/team', 4],
  ['ingenious/solo', 1],
  ['ingenious/solo+edition-en', 1],
];

/** A generator good enough for tests: the same games every time. */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

const randomly = (position, moves, random) => moves[random(moves.length)];

/** Takes most points, and swaps whenever it is allowed. */
function greedily(position, moves, random) {
  if (moves[0].action !== 'place') return moves[0];
  const plan = new Map(position.plan);
  let best = [];
  let most = -1;
  for (const move of moves) {
    const { a, b } = tileKind(move.tile);
    plan.set(move.a, a).set(move.b, b);
    const points = pointsOfHalf(plan, move.a, move.b) + pointsOfHalf(plan, move.b, move.a);
    plan.delete(move.a);
    plan.delete(move.b);
    if (points > most) [best, most] = [[], points];
    if (points === most) best.push(move);
  }
  return best[random(best.length)];
}

function checkInvariants({ rules, bag, racks, plan, pegs, bonusOwed, due }) {
  assert.ok(bag.length > 0, 'the bag never runs out');
  assert.ok(pegs.flat().every((peg) => peg >= 0 && peg <= rules.cap));
  assert.equal(plan.size % 2, 0);
  assert.equal(bag.length + racks.flat().length + plan.size / 2, 120);
  assert.ok(racks.every((rack) => rack.length <= rules.rackSize));
  assert.ok(due || bonusOwed === 0);
  assert.ok(rules.hasBonus || bonusOwed === 0);
  if (due?.ask === 'place' && bonusOwed === 0) assert.ok(racks.every((rack) => rack.length === rules.rackSize));
}

/** Plays to the end. @returns what happened on the way */
function playGame(ruleset, players, choose, seed) {
  const random = generator(seed);
  const answers = [];
  const seen = { bonus: 0, swaps: 0, orders: 0 };
  const mix = (tiles) => tiles.map((tile) => [random(1 << 20), tile]).sort(([a], [b]) => a - b).map(([, tile]) => tile);
  let position = startGame({ ruleset, players });
  for (let step = 0; position.due; step += 1) {
    assert.ok(step < 1000, 'the game never ends');
    checkInvariants(position);
    if (position.due.shuffle) {
      const order = mix(position.bag);
      answers.push({ shuffle: 'bag', order });
      position = shuffled(position, order);
      continue;
    }
    const moves = legalMoves(position);
    assert.ok(moves.length > 0, 'somebody is asked and cannot answer');
    const move = choose(position, moves, random);
    assert.deepEqual(refusals(position, move), []);
    seen.bonus += position.bonusOwed > 0 && move.action === 'place';
    seen.swaps += move.action === 'swap';
    seen.orders += move.action === 'begin';
    answers.push(writeMove(move));
    if (step % 10 === 0) checkSpelling(position);
    position = play(position, move);
  }
  checkInvariants(position);
  return { position, answers, seen };
}

/** Written and read again it is the same position, and the moves read back the same. */
function checkSpelling(position) {
  const json = writePosition(position);
  const again = readPosition(JSON.parse(JSON.stringify(json)));
  assert.deepEqual(again, { ...position, plan: again.plan });
  assert.equal(JSON.stringify(writePosition(again)), JSON.stringify(json));
  for (const move of legalMoves(position).slice(0, 50)) {
    assert.deepEqual(writeMove(readMove(writeMove(move), position.rules)), writeMove(move));
  }
}

for (const [ruleset, players] of GAMES) {
  for (const [style, choose, games] of [['random', randomly, 3], ['greedy', greedily, 2]]) {
    test(`${style} games of ${ruleset} with ${players}`, () => {
      for (let seed = 1; seed <= games; seed += 1) {
        const { position, answers } = playGame(ruleset, players, choose, seed);
        // State and history are two spellings of one position.
        const history = { start: { ruleset, players }, answers };
        const { state } = call('apply', { position: { history }, answers: [] });
        assert.deepEqual(state, writePosition(position));
        assert.equal(state.asks, undefined);
      }
    });
  }
}

test('greedy games meet bonuses, swaps and doubles in order', () => {
  const total = { bonus: 0, swaps: 0, orders: 0 };
  for (const [ruleset, players] of [['ingenious/standard', 2], ['ingenious/team', 4], ['ingenious/solo', 1]]) {
    const { seen } = playGame(ruleset, players, greedily, 11);
    for (const key of Object.keys(total)) total[key] += seen[key];
  }
  for (const [key, count] of Object.entries(total)) assert.ok(count > 0, key);
});

test('the list of moves and the judge agree on every thinkable placement', () => {
  for (const [ruleset, players, steps] of [
    ['ingenious/standard', 2, 1],
    ['ingenious/standard', 3, 3],
    ['ingenious/solo', 1, 20],
  ]) {
    const random = generator(99);
    let position = startGame({ ruleset, players, seed: 4 });
    while (steps * 2 > position.plan.size || position.due.ask !== 'place') {
      const moves = legalMoves(position);
      position = play(position, moves.find(({ action }) => action === 'pass') ?? moves[random(moves.length)]);
    }
    const listed = new Set(legalMoves(position).map((move) => JSON.stringify(writeMove(move))));
    for (const { name, isDouble } of TILE_KINDS) {
      if (random(4) > 0 && !position.racks[0].includes(name)) continue;
      for (const a of CELLS) {
        for (const b of CELLS) {
          if (isDouble && a.index > b.index) continue;
          if (Math.abs(a.q - b.q) > 2 || Math.abs(a.r - b.r) > 2) continue;
          const move = { action: 'place', tile: name, a, b };
          assert.equal(refusals(position, move).length === 0, listed.has(JSON.stringify(writeMove(move))));
        }
      }
    }
  }
});

test('an observation tells nothing about hidden tiles', () => {
  const position = startGame({ ruleset: 'ingenious/standard', players: 2, seed: 1 });
  const [own, other] = position.racks;
  const hidden = [...other, ...position.bag].reverse();
  const twin = { ...position, racks: [own, hidden.slice(0, 6)], bag: hidden.slice(6) };
  assert.ok(sameTiles([...twin.racks.flat(), ...twin.bag], fullBag()));
  assert.notDeepEqual(writePosition(twin), writePosition(position));
  assert.deepEqual(writeObservation(twin, 0), writeObservation(position, 0));
  assert.notDeepEqual(writeObservation(twin, 1), writeObservation(position, 1));
});

test('perft counts sequences of moves; shuffles are no plies and leave component order', () => {
  const start = startGame({ ruleset: 'ingenious/standard', players: 2 });
  assert.equal(perft(start, 0), 1);
  // Five red doubles and a red-green tile: 54 pairs, and twice 54.
  assert.equal(perft(start, 1), 3 * 54);
  const dealt = shuffled(start, start.bag);
  const byHand = legalMoves(dealt).reduce((sum, move) => sum + legalMoves(play(dealt, move)).length, 0);
  assert.equal(perft(start, 2), byHand);
  assert.ok(byHand > 3 * 54, 'somewhere a swap is possible');
  assert.equal(call('perft', { position: { state: writePosition(start) }, depth: 2 }).nodes, byHand);
  // Alone: 54 doubles, then the order of halves, then the next tile anywhere.
  assert.equal(perft(startGame({ ruleset: 'ingenious/solo', players: 1 }), 2), 108);
});
