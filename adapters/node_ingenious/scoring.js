/**
 * Points: what a half of a tile earns, how far a peg moves for it, and who is ahead.
 */

import { COLOURS } from './components.js';
import { DIRECTIONS, directionTo, runLength } from './board.js';
import { BOARD_LENGTH } from './rulesets.js';

/**
 * The points of one half: the runs of its colour in the five directions away from the other half. Leaving out the sixth
 * is also what keeps the tile's own symbols from counting, because a straight line never comes back.
 *
 * @param {import('./board.js').Plan} plan with the tile already on it
 * @param {import('./board.js').Cell} half
 * @param {import('./board.js').Cell} otherHalf
 */
export function pointsOfHalf(plan, half, otherHalf) {
  const colour = plan.get(half);
  const skipped = directionTo(half, otherHalf);
  let points = 0;
  for (const direction of DIRECTIONS.keys()) {
    if (direction !== skipped) points += runLength(plan, half, direction, colour);
  }
  return points;
}

/**
 * Moves a peg. It stops at the end of each board and what is left of the points is lost. The end of the first board and
 * the start of the second are one and the same place, 18, so nothing has to be done to carry the peg over.
 *
 * @param {number} peg
 * @param {number} points
 * @param {number} boards
 * @returns {{ peg: number, reachedEnd: boolean }}
 */
export function advancePeg(peg, points, boards) {
  if (peg >= boards * BOARD_LENGTH) return { peg, reachedEnd: false };
  const endOfBoard = peg < BOARD_LENGTH ? BOARD_LENGTH : boards * BOARD_LENGTH;
  const moved = Math.min(peg + points, endOfBoard);
  return { peg: moved, reachedEnd: moved === endOfBoard };
}

/** The colours in which these pegs stand furthest back, several if tied. @param {number[]} pegs */
export function lowestColours(pegs) {
  const least = Math.min(...pegs);
  return COLOURS.filter((_, i) => pegs[i] === least);
}

/** Six numbers to compare from the left: the weakest colour first. */
export const resultOf = (pegs) => [...pegs].sort((one, other) => one - other);

/** @param {import('./position.js').Position} position */
export function scoreSides({ rules, pegs }) {
  return rules.sides.map((players, side) => ({
    side,
    players,
    lines: COLOURS.map((key, i) => ({ rule: 'score.colours', key, points: pegs[side][i] })),
    total: pegs[side].reduce((sum, peg) => sum + peg),
    result: resultOf(pegs[side]),
  }));
}

/** The first place in which two results differ, or -1. */
const firstDifference = (one, other) => one.findIndex((value, i) => value !== other[i]);

/**
 * Sides in groups, best first; equal results share a group. `decided_by` is the place in the results that put a group
 * before the next one.
 *
 * @param {import('./position.js').Position} position
 */
export function rankSides({ rules, pegs }) {
  const results = rules.sides.map((_, side) => resultOf(pegs[side]));
  const bestFirst = [...rules.sides.keys()].sort((one, other) => {
    const place = firstDifference(results[one], results[other]);
    return place < 0 ? one - other : results[other][place] - results[one][place];
  });

  const groups = [];
  for (const side of bestFirst) {
    const last = groups.at(-1);
    const decidedBy = last ? firstDifference(results[last.sides[0]], results[side]) : undefined;
    if (decidedBy === -1) {
      last.sides.push(side);
    } else {
      if (last) last.decided_by = decidedBy;
      groups.push({ sides: [side] });
    }
  }
  return groups;
}
