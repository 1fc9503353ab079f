/**
 * The three ways to play, with everything in which they differ as plain data.
 *
 * The rest of the engine never asks "is this the team game?". It asks how many score boards lie in a row, how many
 * tiles a rack holds, whether there is a swap. That keeps each rule in one place.
 */

import { AREAS } from './board.js';
import { malformed } from './shapes.js';

export const BOARD_LENGTH = 18;

/**
 * @typedef {object} Ruleset
 * @property {string} name with its additions, as positions carry it
 * @property {number} players
 * @property {import('./board.js').Area} area the part of the board that is played on
 * @property {number[][]} sides the players of each side; a side owns one set of pegs
 * @property {number} boards score boards in a row
 * @property {number} cap where a peg can go no further
 * @property {number} rackSize
 * @property {boolean} hasSwap
 * @property {boolean} hasBonus
 * @property {boolean} mayDecline may bonus placements be left?
 * @property {boolean} maySwapAgain is the swap asked again until the player passes?
 * @property {boolean} asksOrder is the mover asked which half of a double is scored first?
 */

const eachAlone = (players) => Array.from({ length: players }, (_, player) => [player]);
const opposite = () => [[0, 2], [1, 3]];

const GAMES = new Map([
  [
    'ingenious/standard',
    { players: [2, 3, 4], layers: ['ruling-swap-again'], sides: eachAlone, boards: 1, rackSize: 6, hasSwap: true },
  ],
  [
    'ingenious/team',
    {
      players: [4],
      layers: ['ruling-optional-bonus', 'ruling-swap-again'],
      sides: opposite,
      boards: 2,
      rackSize: 6,
      hasSwap: true,
    },
  ],
  [
    // Alone one plays without a rack. The tile just drawn still has to lie somewhere: it is a rack of one.
    'ingenious/solo',
    { players: [1], layers: ['edition-en'], sides: eachAlone, boards: 2, rackSize: 1, hasSwap: false },
  ],
]);

/** What `hello` claims. */
export const CLAIMS = [...GAMES].map(([name, { players, layers }]) => ({
  name,
  players,
  ...(layers.length > 0 && { layers }),
}));

/** Two players and one use the white cells, three also the light grey ones, four the whole board. */
const areaFor = (players) => AREAS[{ 1: 'white', 2: 'white', 3: 'light', 4: 'whole' }[players]];

/** @type {Map<string, Ruleset>} */
const resolved = new Map();

/**
 * @param {unknown} name such as `ingenious/standard` or `ingenious/solo+edition-en`
 * @param {unknown} players may be left out where the ruleset allows one number only
 * @returns {Ruleset}
 */
export function resolveRuleset(name, players) {
  if (typeof name !== 'string') malformed('ruleset must be a name such as ingenious/standard');
  const [base, ...layers] = name.split('+');
  const game = GAMES.get(base);
  if (!game) malformed('unknown ruleset');
  if (layers.some((layer, i) => !game.layers.includes(layer) || layers.indexOf(layer) !== i)) {
    malformed(`${base} takes no such addition`);
  }
  const count = players ?? (game.players.length === 1 ? game.players[0] : undefined);
  if (!game.players.includes(count)) malformed(`${base} is for ${game.players.join(', ')} players`);

  const key = `${name} ${count}`;
  if (!resolved.has(key)) {
    resolved.set(
      key,
      Object.freeze({
        name,
        players: count,
        area: areaFor(count),
        sides: game.sides(count),
        boards: game.boards,
        cap: game.boards * BOARD_LENGTH,
        rackSize: game.rackSize,
        hasSwap: game.hasSwap,
        hasBonus: !layers.includes('edition-en'),
        mayDecline: layers.includes('ruling-optional-bonus'),
        maySwapAgain: layers.includes('ruling-swap-again'),
        // On one board the order of two equal halves changes nothing, because the peg stops at 18 either way.
        asksOrder: game.boards > 1,
      }),
    );
  }
  return resolved.get(key);
}

/** @param {Ruleset} rules */
export const sideOf = (rules, player) => rules.sides.findIndex((members) => members.includes(player));
