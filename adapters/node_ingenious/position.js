/**
 * A position in memory, and its two spellings in JSON: all of it, and what one player may know of it.
 *
 * Reading forgives what is missing (absent parts are empty) but not what is wrong. Writing is canonical: nothing that
 * is empty or zero, keys in a fixed order, cells by q and then r, racks in component order.
 */

import { COLOURS, inComponentOrder, tileKind } from './components.js';
import { areNeighbours, cellAt, isInside } from './board.js';
import { resolveRuleset } from './rulesets.js';
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

/**
 * What is due. A position always rests at one of these, or is over and has none.
 *
 * @typedef {{ ask: 'place' | 'swap', player: number }} Question
 * @typedef {{ ask: 'score.order', player: number, tile: string, a: Cell, b: Cell }} OrderQuestion
 * @typedef {{ shuffle: 'bag', step: 'setup.bag' | 'swap.mix', mover?: number }} Shuffle
 * @typedef {import('./board.js').Cell} Cell
 *
 * @typedef {object} Position
 * @property {import('./rulesets.js').Ruleset} rules
 * @property {string[]} bag in drawing order
 * @property {string[][]} racks one for each player
 * @property {import('./board.js').Plan} plan
 * @property {Set<Cell>} extra cells that bonus placements have covered while somebody's first tile was still to come
 * @property {number[][]} pegs for each side, for each colour in component order
 * @property {number} bonusOwed bonus placements still to be made, the one being asked for included
 * @property {boolean} swapped has the rack been swapped in this turn? Only looked at where that may be done again.
 * @property {Question | OrderQuestion | Shuffle | undefined} due
 */

const MOST_BONUSES = 12;
const MOST_POINTS = 36;

/** @param {import('./rulesets.js').Ruleset} rules @returns {Position} */
export function emptyPosition(rules) {
  return {
    rules,
    bag: [],
    racks: Array.from({ length: rules.players }, () => []),
    plan: new Map(),
    extra: new Set(),
    pegs: rules.sides.map(() => COLOURS.map(() => 0)),
    bonusOwed: 0,
    swapped: false,
    due: undefined,
  };
}

/** A copy that may be changed without touching the original. @param {Position} position @returns {Position} */
export function copyPosition(position) {
  return {
    ...position,
    bag: [...position.bag],
    racks: position.racks.map((rack) => [...rack]),
    plan: new Map(position.plan),
    extra: new Set(position.extra),
    pegs: position.pegs.map((pegs) => [...pegs]),
  };
}

/** Covered cells without those of early bonus tiles; in the first round these are the cells of first tiles. */
export function firstCells({ plan, extra }) {
  return new Set([...plan.keys()].filter((cell) => !extra.has(cell)));
}

/** Has somebody not yet laid the first tile? @param {Position} position */
export const isFirstRound = (position) => firstCells(position).size < 2 * position.rules.players;

// ---------------------------------------------------------------------------------------------------------- reading

const KEYS = ['ruleset', 'players', 'bag', 'racks', 'plan', 'peg', 'bonus_owed', 'asks'];

/** @returns {Position} */
export function readPosition(json) {
  if (!isObject(json)) malformed('a position must be an object');
  const rules = resolveRuleset(json.ruleset, json.players);
  expectObject(json, 'a position', rules.maySwapAgain ? [...KEYS, 'swapped'] : KEYS);

  const position = emptyPosition(rules);
  position.bag = readTiles(json.bag ?? [], 'bag');
  expectList(json.racks ?? [], 'racks', rules.players).forEach((rack, player) => {
    position.racks[player] = inComponentOrder(readTiles(rack, 'a rack'));
  });
  readPlan(json.plan ?? [], position);
  readPegs(json.peg ?? {}, position.pegs);
  position.bonusOwed = expectInteger(json.bonus_owed ?? 0, 'bonus_owed', 0, MOST_BONUSES);
  position.swapped = expectMember(json.swapped ?? false, 'swapped', [true, false]);
  // Ingenious never has more than one question open at a time, so a second could only be a mistake.
  const [ask] = expectList(json.asks ?? [], 'asks', 1);
  position.due = ask === undefined ? undefined : readDue(ask, position);
  return position;
}

const readTiles = (json, what) => expectList(json, what).map((tile) => expectTile(tile, `each entry of ${what}`));

function readPlan(json, { rules: { area }, plan, extra }) {
  for (const entry of expectList(json, 'plan')) {
    expectObject(entry, 'an entry of plan', ['at', 'symbol', 'extra']);
    const cell = cellAt(expectCoordinates(entry.at, 'at'));
    if (!isInside(area, cell)) malformed('plan has a symbol outside the board');
    if (cell.printed) malformed('plan has a symbol on a printed one');
    if (plan.has(cell)) malformed('plan has a cell twice');
    // A cell listed without a symbol is an empty cell.
    if (entry.symbol !== undefined) plan.set(cell, expectMember(entry.symbol, 'symbol', COLOURS));
    if (expectMember(entry.extra ?? false, 'extra', [true, false])) extra.add(cell);
  }
}

function readPegs(json, pegs) {
  expectObject(json, 'peg', [...pegs.keys()].map(String));
  for (const [side, colours] of Object.entries(json)) {
    expectObject(colours, 'the pegs of a side', COLOURS);
    for (const [colour, peg] of Object.entries(colours)) {
      pegs[side][COLOURS.indexOf(colour)] = expectInteger(peg, 'a peg', 0, MOST_POINTS);
    }
  }
}

/** @param {Position} position all of it but `due` */
function readDue(json, position) {
  if (!isObject(json)) malformed('an ask must be an object');
  return 'shuffle' in json ? readShuffle(json, position) : readAsk(json, position);
}

function readShuffle(json, { rules, plan }) {
  const steps = rules.hasSwap ? ['setup.bag', 'swap.mix'] : ['setup.bag'];
  expectObject(json, 'a shuffle', ['shuffle', 'step', 'mover']);
  expectMember(json.shuffle, 'shuffle', ['bag']);
  // Nobody can swap before something has been laid, so an unnamed shuffle over an empty board is the first one.
  const unnamed = plan.size > 0 && rules.hasSwap ? 'swap.mix' : 'setup.bag';
  const step = expectMember(json.step ?? unnamed, 'step', steps);
  const mover = expectInteger(json.mover ?? 0, 'mover', 0, rules.players - 1);
  return step === 'swap.mix' ? { shuffle: 'bag', step, mover } : { shuffle: 'bag', step };
}

function readAsk(json, { rules, plan }) {
  const asks = ['place', ...(rules.hasSwap ? ['swap'] : []), ...(rules.asksOrder ? ['score.order'] : [])];
  const ask = expectMember(json.ask, 'ask', asks);
  const ofTile = ask === 'score.order' ? ['tile', 'a', 'b'] : [];
  expectObject(json, 'an ask', ['ask', 'player', 'mover', ...ofTile]);
  const player = expectInteger(json.player, 'player', 0, rules.players - 1);
  // Whose turn it is may be written too, but in this game it is always the one who is asked.
  if ((json.mover ?? player) !== player) malformed('mover must be the player who is asked');
  if (ask !== 'score.order') return { ask, player };

  const tile = expectTile(json.tile, 'tile');
  const [a, b] = ['a', 'b']
    .map((half) => cellAt(expectCoordinates(json[half], half)))
    .sort((one, other) => one?.index - other?.index);
  const { isDouble, a: colour } = tileKind(tile);
  if (!isDouble || !a || !b || !areNeighbours(a, b) || plan.get(a) !== colour || plan.get(b) !== colour) {
    malformed('score.order must be about a double that lies on the plan');
  }
  return { ask, player, tile, a, b };
}

// ---------------------------------------------------------------------------------------------------------- writing

/** @param {Position} position */
export function writePosition(position) {
  return write(position, { bag: position.bag, racks: position.racks.map(inComponentOrder) });
}

/**
 * What one player knows: the own rack, and of all other racks and the bag only how much is in them. The partner in a
 * pair is a stranger here too.
 *
 * @param {Position} position
 * @param {number} observer
 */
export function writeObservation(position, observer) {
  const bag = position.bag.length;
  const racks = position.racks.map((rack, player) => (player === observer ? inComponentOrder(rack) : rack.length));
  return write(position, { bag, racks });
}

/** `bag` and `racks` come as lists or as numbers; everything else is open to all. */
function write({ rules, racks: allRacks, bag: wholeBag, plan, extra, pegs, bonusOwed, swapped, due }, { bag, racks }) {
  const peg = writePegs(pegs);
  return {
    ruleset: rules.name,
    players: rules.players,
    ...(wholeBag.length > 0 && { bag }),
    ...(allRacks.some((rack) => rack.length > 0) && { racks }),
    ...(plan.size > 0 && { plan: writePlan(plan, extra) }),
    ...(Object.keys(peg).length > 0 && { peg }),
    ...(bonusOwed > 0 && { bonus_owed: bonusOwed }),
    ...(swapped && { swapped: true }),
    ...(due && { asks: [writeDue(due, rules)] }),
  };
}

/** @param {import('./board.js').Coordinates} cell */
export const writeCell = ({ q, r }) => [q, r];

function writePlan(plan, extra) {
  return [...plan]
    .sort(([one], [other]) => one.index - other.index)
    .map(([cell, symbol]) => ({ at: writeCell(cell), symbol, ...(extra.has(cell) && { extra: true }) }));
}

function writePegs(pegs) {
  const entries = pegs.map((side, number) => [
    number,
    Object.fromEntries(COLOURS.map((colour, i) => [colour, side[i]]).filter(([, peg]) => peg > 0)),
  ]);
  return Object.fromEntries(entries.filter(([, colours]) => Object.keys(colours).length > 0));
}

function writeDue(due, rules) {
  if (due.ask === 'score.order') return { ...due, a: writeCell(due.a), b: writeCell(due.b) };
  // Where a game shuffles only once, the step goes without saying.
  if (due.shuffle && !rules.hasSwap) return { shuffle: due.shuffle };
  return { ...due };
}
