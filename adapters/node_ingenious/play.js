/**
 * Longer walks than one answer: beginning a game, replaying a history, applying a list of answers, counting positions.
 * This is also where chance comes in, which is never anything but the order of a shuffled bag.
 */

import { fullBag, inComponentOrder, sameTiles } from './components.js';
import { isShuffleOutcome, readMove, readOrder, readShuffleOutcome } from './answers.js';
import { emptyPosition, readPosition } from './position.js';
import { ILLEGAL_ANSWER, ProtocolError, expectList, expectObject, isObject, malformed } from './shapes.js';
import { legalMoves, refusals } from './legality.js';
import { play, shuffled } from './game.js';
import { resolveRuleset } from './rulesets.js';

/** @typedef {import('./position.js').Position} Position */

/** All tiles in the bag, nothing drawn: the position every game begins with. @returns {Position} */
function beginning(rules) {
  return { ...emptyPosition(rules), bag: fullBag(), due: { shuffle: 'bag', step: 'setup.bag' } };
}

/**
 * The first position. Without help it rests at the shuffle; orders in `shuffles` answer it, or else a dealer made from
 * `seed`.
 *
 * @returns {Position}
 */
export function startGame({ ruleset, players, shuffles, seed }) {
  let position = beginning(resolveRuleset(ruleset, players));
  const orders = expectList(shuffles ?? [], 'shuffles').map(readOrder);
  const deal = seed === undefined || seed === null ? undefined : dealer(seed);
  while (position.due.shuffle && (orders.length > 0 || deal)) {
    const order = orders.shift() ?? deal(position.bag);
    position = shuffled(position, orderOf(position, order, 0));
  }
  return position;
}

/** Somebody who shuffles the same way every time: Fisher and Yates with a small generator (mulberry32). */
function dealer(seed) {
  if (!['number', 'string'].includes(typeof seed)) malformed('seed must be a number or a text');
  let state = [...String(seed)].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 16777619), 2166136261);
  const random = (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return (tiles) => {
    const order = [...tiles];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = random(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  };
}

/** A position in either spelling, as a state or as a history. @returns {Position} */
export function locate(json) {
  expectObject(json, 'position', ['state', 'history']);
  if (('state' in json) === ('history' in json)) malformed('position must have either a state or a history');
  return 'state' in json ? readPosition(json.state) : replay(json.history);
}

function replay(json) {
  const { start, answers } = expectObject(json, 'history', ['start', 'answers']);
  if (!isObject(start)) malformed('start must be an object');
  // A history begins with a new game, or with any position somebody has written down.
  const isNewGame = Object.keys(start).every((key) => ['ruleset', 'players'].includes(key));
  const first = isNewGame ? beginning(resolveRuleset(start.ruleset, start.players)) : readPosition(start);
  return applyAnswers(first, answers ?? []);
}

/** @param {Position} position @returns {Position} */
export function applyAnswers(position, answers) {
  return expectList(answers, 'answers').reduce(applyAnswer, position);
}

function applyAnswer(position, json, index) {
  if (isShuffleOutcome(json)) {
    const { step, order } = readShuffleOutcome(json);
    const { due } = position;
    if (!due?.shuffle || (step ?? due.step) !== due.step) illegal(index, 'this shuffle is not due', ['turn.not-asked']);
    return shuffled(position, orderOf(position, order, index));
  }
  const move = readMove(json, position.rules);
  const rules = refusals(position, move);
  if (rules.length > 0) illegal(index, `refused by ${rules.join(', ')}`, rules);
  return play(position, move);
}

/** The order, if it holds what is in the bag. */
function orderOf(position, order, index) {
  if (!sameTiles(order, position.bag)) illegal(index, 'the order does not hold the tiles of the bag', ['turn.not-asked']);
  return order;
}

/** @returns {never} */
function illegal(index, reason, rules) {
  throw new ProtocolError(ILLEGAL_ANSWER, `answer ${index} is illegal: ${reason}`, { rules, index });
}

/**
 * The number of sequences of exactly this many moves. A shuffle is no move; it leaves the bag in component order.
 *
 * @param {Position} position
 * @param {number} depth
 * @returns {number}
 */
export function perft(position, depth) {
  if (depth === 0) return 1;
  if (position.due?.shuffle) return perft(shuffled(position, inComponentOrder(position.bag)), depth);
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((nodes, move) => nodes + perft(play(position, move), depth - 1), 0);
}
