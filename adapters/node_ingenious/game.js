/**
 * What an answer leads to. Each function takes a position and gives the next one at which somebody must decide, the bag
 * must be shuffled, or the game is over; the position it was given stays as it was.
 *
 * Inside, a fresh copy is changed step by step. The helpers below (`score`, `refill`, `endTurn` ...) all work on it.
 */

import { COLOURS, inComponentOrder, tileKind } from './components.js';
import { cellAt, hasFreePair } from './board.js';
import { advancePeg, pointsOfHalf } from './scoring.js';
import { sideOf } from './rulesets.js';
import { copyPosition, isFirstRound } from './position.js';

/** @typedef {import('./position.js').Position} Position */

/**
 * @param {Position} before
 * @param {import('./answers.js').Move} move a legal one
 * @returns {Position}
 */
export function play(before, move) {
  const position = copyPosition(before);
  const { player } = position.due;
  switch (move.action) {
    case 'place':
      place(position, player, move);
      break;
    case 'begin':
      begin(position, move);
      break;
    case 'swap':
      swap(position, player);
      break;
    case 'pass':
      position.swapped = false;
      endTurn(position, player);
      break;
    case 'decline':
      position.bonusOwed = 0;
      position.due = { ask: 'swap', player };
      break;
  }
  return position;
}

/**
 * @param {Position} before resting at a shuffle
 * @param {string[]} order the bag in its new order
 * @returns {Position}
 */
export function shuffled(before, order) {
  const position = copyPosition(before);
  const { step, mover } = position.due;
  position.bag = [...order];
  if (step === 'setup.bag') {
    for (const player of position.racks.keys()) refill(position, player);
    position.due = { ask: 'place', player: 0 };
  } else if (position.rules.maySwapAgain) {
    position.due = { ask: 'swap', player: mover };
  } else {
    endTurn(position, mover);
  }
  return position;
}

function place(position, player, { tile, a, b }) {
  const { rules, racks, plan, extra } = position;
  const kind = tileKind(tile);
  const [first, second] = [cellAt(a), cellAt(b)];
  // Looked at before the tile lies: an owed tile among first tiles is none of them.
  if (position.bonusOwed > 0 && isFirstRound(position)) extra.add(first).add(second);
  racks[player].splice(racks[player].indexOf(tile), 1);
  plan.set(first, kind.a).set(second, kind.b);
  // A placement made while one is owed is the owed one.
  position.bonusOwed = Math.max(0, position.bonusOwed - 1);

  if (kind.isDouble && rules.asksOrder) {
    position.due = { ask: 'score.order', player, tile, a: first, b: second };
  } else {
    score(position, player, [first, second]);
    afterPlacement(position, player);
  }
}

function begin(position, { at }) {
  const { player, a, b } = position.due;
  score(position, player, cellAt(at) === b ? [b, a] : [a, b]);
  afterPlacement(position, player);
}

/** One half after the other: the second of a double starts from where the first has taken the peg. */
function score(position, player, [earlier, later]) {
  const { rules, plan } = position;
  const pegs = position.pegs[sideOf(rules, player)];
  for (const [half, otherHalf] of [[earlier, later], [later, earlier]]) {
    const colour = COLOURS.indexOf(plan.get(half));
    const { peg, reachedEnd } = advancePeg(pegs[colour], pointsOfHalf(plan, half, otherHalf), rules.boards);
    pegs[colour] = peg;
    if (reachedEnd && rules.hasBonus) position.bonusOwed += 1;
  }
}

const isOutOfTiles = ({ racks, bag }) => bag.length === 0 && racks.every((rack) => rack.length === 0);

/** The order of these five matters: a placement can do all of it at once. */
function afterPlacement(position, player) {
  const { rules, racks, plan, pegs } = position;
  if (pegs[sideOf(rules, player)].every((peg) => peg >= rules.cap)) return endGame(position);
  if (!hasFreePair(rules.area, plan)) return endGame(position);
  if (isOutOfTiles(position)) return endGame(position);

  if (position.bonusOwed > 0) {
    // Bonus placements come before refilling. Only who plays without a rack has to draw a tile for each.
    if (rules.rackSize === 1) refill(position, player);
    if (racks[player].length > 0) {
      position.due = { ask: 'place', player };
      return;
    }
    position.bonusOwed = 0;
  }

  // Asked even if it cannot be done: not asking would tell the others something about a hidden rack.
  if (rules.hasSwap) position.due = { ask: 'swap', player };
  else endTurn(position, player);
}

/** The new tiles are drawn before the old ones go back, so nobody draws what was just put away. */
function swap(position, player) {
  const old = position.racks[player];
  position.racks[player] = [];
  refill(position, player);
  position.bag = inComponentOrder([...position.bag, ...old]);
  position.swapped = position.rules.maySwapAgain;
  position.due = { shuffle: 'bag', step: 'swap.mix', mover: player };
}

function endTurn(position, player) {
  refill(position, player);
  const next = (player + 1) % position.rules.players;
  // Who has nothing to place and nothing to draw still has a turn, and passes.
  const canPlace = position.bag.length > 0 || position.racks[next].length > 0;
  position.due = { ask: canPlace ? 'place' : 'swap', player: next };
}

/** Over is over: nothing is owed, nobody draws. */
function endGame(position) {
  position.bonusOwed = 0;
  position.due = undefined;
}

/** Draws from the front of the bag until the rack is full. A hand-written bag may be too small for that. */
function refill({ rules, racks, bag }, player) {
  const missing = Math.max(0, rules.rackSize - racks[player].length);
  racks[player] = inComponentOrder([...racks[player], ...bag.splice(0, missing)]);
}
