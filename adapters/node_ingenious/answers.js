/**
 * Answers in JSON: moves and the outcomes of shuffles.
 *
 * Reading only looks at the shape. A move to a cell far off the board is well-formed but illegal, and the rules say so
 * by name; a move without a cell is no move at all.
 */

import { tileKind } from './components.js';
import {
  expectCoordinates,
  expectInteger,
  expectList,
  expectMember,
  expectObject,
  expectTile,
  isObject,
  malformed,
} from './shapes.js';
import { writeCell } from './position.js';

/**
 * @typedef {import('./board.js').Coordinates} Coordinates
 *
 * @typedef {{ action: 'place', tile: string, a: Coordinates, b: Coordinates, player?: number }} PlaceMove
 * @typedef {{ action: 'begin', at: Coordinates, player?: number }} BeginMove
 * @typedef {{ action: 'swap' | 'pass' | 'decline', player?: number }} PlainMove
 * @typedef {PlaceMove | BeginMove | PlainMove} Move
 *
 * @typedef {{ shuffle: 'bag', step?: string, order: string[] }} ShuffleOutcome
 */

/** How the arguments of each action are read. */
const ARGUMENTS = {
  place(json) {
    expectObject(json, 'place', ['tile', 'a', 'b']);
    return inCanonicalOrder({
      tile: expectTile(json.tile, 'tile'),
      a: expectCoordinates(json.a, 'a'),
      b: expectCoordinates(json.b, 'b'),
    });
  },
  swap: (json) => void expectObject(json, 'swap', []),
  pass: (json) => void expectObject(json, 'pass', []),
  decline: (json) => void expectObject(json, 'decline', []),
  begin(json) {
    expectObject(json, 'begin', ['at']);
    return { at: expectCoordinates(json.at, 'at') };
  },
};

const ACTIONS = Object.keys(ARGUMENTS);

/** The halves of a double are alike: whichever way round it is written, it is the same move. */
function inCanonicalOrder({ tile, a, b }) {
  const swapped = tileKind(tile).isDouble && (a.q - b.q || a.r - b.r) > 0;
  return swapped ? { tile, a: b, b: a } : { tile, a, b };
}

/** @param {import('./rulesets.js').Ruleset} rules @returns {Move} */
export function readMove(json, rules) {
  if (!isObject(json)) malformed('a move must be an object');
  const actions = Object.keys(json).filter((key) => ACTIONS.includes(key));
  if (actions.length !== 1) malformed(`a move names one of ${ACTIONS.join(', ')}`);
  const [action] = actions;
  expectObject(json, 'a move', [action, 'player']);
  return {
    action,
    ...ARGUMENTS[action](json[action]),
    ...(json.player !== undefined && { player: expectInteger(json.player, 'player', 0, rules.players - 1) }),
  };
}

export const isShuffleOutcome = (json) => isObject(json) && 'shuffle' in json;

/** @returns {ShuffleOutcome} */
export function readShuffleOutcome(json) {
  expectObject(json, 'a shuffle', ['shuffle', 'step', 'mover', 'order']);
  return {
    shuffle: expectMember(json.shuffle, 'shuffle', ['bag']),
    step: json.step,
    order: readOrder(json.order),
  };
}

export const readOrder = (json) => expectList(json, 'order').map((tile) => expectTile(tile, 'each entry of order'));

/** @param {Move} move */
export function writeMove(move) {
  switch (move.action) {
    case 'place':
      return { place: { tile: move.tile, a: writeCell(move.a), b: writeCell(move.b) } };
    case 'begin':
      return { begin: { at: writeCell(move.at) } };
    default:
      return { [move.action]: {} };
  }
}
