/**
 * What may be answered. Two views of the same rules: `refusals` names every rule against one move, `legalMoves` lists
 * all moves that no rule refuses. The second is written for speed; the tests hold the two against each other.
 */

import { facesOf, tileKind } from './components.js';
import { areNeighbours, cellAt, freeSpots, isFree, isInside, untouchedSymbols } from './board.js';
import { lowestColours } from './scoring.js';
import { firstCells, isFirstRound } from './position.js';
import { sideOf } from './rulesets.js';

/** @typedef {import('./position.js').Position} Position */
/** @typedef {import('./answers.js').Move} Move */

/** Which actions answer which ask. */
const ACTIONS = {
  place: ['place', 'decline'],
  swap: ['swap', 'pass'],
  'score.order': ['begin'],
};

/**
 * The ids of all rules that refuse this move; none if it is legal.
 *
 * @param {Position} position
 * @param {Move} move
 * @returns {string[]}
 */
export function refusals(position, move) {
  const { due } = position;
  const asked = due?.ask !== undefined && ACTIONS[due.ask].includes(move.action);
  const byTheAsked = move.player === undefined || move.player === due?.player;
  // Of an answer nobody asked for there is nothing else to say: the other rules judge the asked player's rack and pegs.
  if (!asked || !byTheAsked) return ['turn.not-asked'];
  if (move.action === 'decline' && !position.rules.mayDecline) return ['turn.not-asked'];

  switch (move.action) {
    case 'place':
      return refusalsOfPlace(position, move);
    case 'swap':
      return refusalsOfSwap(position);
    case 'decline':
      return position.bonusOwed > 0 ? [] : ['bonus.decline'];
    case 'begin':
      return [due.a, due.b].includes(cellAt(move.at)) ? [] : ['score.order'];
    default:
      return [];
  }
}

function refusalsOfPlace(position, { tile, a, b }) {
  const { rules, racks, plan, due } = position;
  const cells = [cellAt(a), cellAt(b)];
  const violated = {
    'place.area': cells.some((cell) => !isInside(rules.area, cell)),
    'place.free': cells.some((cell) => cell && !isFree(plan, cell)),
    'place.shape': !areNeighbours(a, b),
    'place.first': isFirstTile(position) && !unusedSymbols(position).some((symbol) => touches(symbol, a, b)),
    'place.rack': !racks[due.player].includes(tile),
  };
  return Object.keys(violated).filter((rule) => violated[rule]);
}

/**
 * Is it the first tile of the player asked? Turns go round, so it is while fewer first tiles lie there than there are
 * players; and what somebody owes comes after a tile of their own.
 */
const isFirstTile = (position) => position.bonusOwed === 0 && isFirstRound(position);

const unusedSymbols = (position) => untouchedSymbols(firstCells(position));

const touches = (symbol, a, b) => areNeighbours(symbol, a) || areNeighbours(symbol, b);

function refusalsOfSwap({ rules, racks, pegs, due }) {
  const rack = racks[due.player];
  const lowest = lowestColours(pegs[sideOf(rules, due.player)]);
  const shows = (tile, colour) => tileKind(tile).a === colour || tileKind(tile).b === colour;
  const violated = {
    'swap.rack': rack.length === 0,
    'swap.condition': rack.some((tile) => lowest.some((colour) => shows(tile, colour))),
  };
  return Object.keys(violated).filter((rule) => violated[rule]);
}

/**
 * Every legal move once, in canonical order. At a shuffle and after the end there are none.
 *
 * @param {Position} position
 * @returns {Move[]}
 */
export function legalMoves(position) {
  const { due } = position;
  switch (due?.ask) {
    case 'place':
      return [
        ...placements(position),
        ...(position.rules.mayDecline && position.bonusOwed > 0 ? [{ action: 'decline' }] : []),
      ];
    case 'swap':
      return [{ action: 'swap' }, { action: 'pass' }].filter((move) => refusals(position, move).length === 0);
    case 'score.order':
      return [due.a, due.b].map((at) => ({ action: 'begin', at }));
    default:
      return [];
  }
}

function placements(position) {
  const { rules, racks, plan, due } = position;
  let spots = freeSpots(rules.area, plan);
  if (isFirstTile(position)) {
    const symbols = unusedSymbols(position);
    spots = spots.filter(([a, b]) => symbols.some((symbol) => touches(symbol, a, b)));
  }
  const upright = spots.filter(([a, b]) => a.index < b.index);
  return facesOf(racks[due.player]).flatMap(({ name, isDouble }) =>
    (isDouble ? upright : spots).map(([a, b]) => ({ action: 'place', tile: name, a, b })),
  );
}
