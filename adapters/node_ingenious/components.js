/**
 * What lies in the box: six colours and 120 tiles.
 *
 * A tile is known by its face alone. Two tiles with the same face cannot be told apart by anybody, so the whole engine
 * handles strings such as `red_green`; bags and racks are lists of them.
 */

/** @typedef {'red' | 'green' | 'blue' | 'orange' | 'yellow' | 'purple'} Colour */

/** @type {readonly Colour[]} */
export const COLOURS = Object.freeze(['red', 'green', 'blue', 'orange', 'yellow', 'purple']);

const COPIES_OF_A_PAIR = 6;
const COPIES_OF_A_DOUBLE = 5;

/**
 * @typedef {object} TileKind
 * @property {string} name
 * @property {Colour} a
 * @property {Colour} b
 * @property {number} copies
 * @property {boolean} isDouble
 * @property {number} order place in the list of components
 */

/** The 21 faces in component order: first by the earlier colour, then by the later. @type {readonly TileKind[]} */
export const TILE_KINDS = Object.freeze(
  COLOURS.flatMap((a, i) =>
    COLOURS.slice(i).map((b) => ({
      name: `${a}_${b}`,
      a,
      b,
      copies: a === b ? COPIES_OF_A_DOUBLE : COPIES_OF_A_PAIR,
      isDouble: a === b,
    })),
  ).map((kind, order) => Object.freeze({ ...kind, order })),
);

/** @type {ReadonlyMap<string, TileKind>} */
const BY_NAME = new Map(TILE_KINDS.map((kind) => [kind.name, kind]));

export const isTile = (name) => BY_NAME.has(name);

/** @returns {TileKind} */
export const tileKind = (name) => BY_NAME.get(name);

/** A copy in component order: how racks are written, and how a bag is written that waits to be shuffled. */
export function inComponentOrder(tiles) {
  return [...tiles].sort((one, other) => BY_NAME.get(one).order - BY_NAME.get(other).order);
}

/** The different faces among these tiles, in component order. @returns {TileKind[]} */
export function facesOf(tiles) {
  const present = new Set(tiles);
  return TILE_KINDS.filter((kind) => present.has(kind.name));
}

/** All 120 tiles in component order. */
export const fullBag = () => TILE_KINDS.flatMap(({ name, copies }) => Array(copies).fill(name));

/** Do these two lists hold the same tiles, in whatever order? */
export function sameTiles(some, others) {
  if (some.length !== others.length) return false;
  const sorted = inComponentOrder(others);
  return inComponentOrder(some).every((tile, i) => tile === sorted[i]);
}

/** The components as the protocol's method of that name lists them. */
export function describeComponents() {
  return [
    { kind: 'colour', members: COLOURS.map((name) => ({ name, copies: 1 })) },
    // No piece in the box, but a kind all the same: the half of a tile that is scored first, and the one after it.
    { kind: 'half', members: ['earlier', 'later'].map((name) => ({ name, copies: 1 })) },
    { kind: 'tile', members: TILE_KINDS.map(({ name, copies, a, b }) => ({ name, copies, data: { a, b } })) },
  ];
}
