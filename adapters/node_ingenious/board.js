/**
 * The board: a hexagon of hexagons in axial coordinates, q to the right and r downwards, the centre at 0,0.
 *
 * All 169 cells are made once and linked to their neighbours. A cell is therefore an object with an identity, a laid
 * symbol is an entry of a `Map<Cell, Colour>`, and walking a line is following links until there is no more.
 */

/**
 * @typedef {{ q: number, r: number }} Coordinates any place in the plane
 *
 * @typedef {object} Cell a place on the largest board
 * @property {number} q
 * @property {number} r
 * @property {number} index place in the canonical order: by q, then by r
 * @property {number} ring steps from the centre
 * @property {import('./components.js').Colour | undefined} printed the symbol printed here
 * @property {(Cell | undefined)[]} neighbours one for each of DIRECTIONS; undefined beyond the edge
 *
 * @typedef {Map<Cell, import('./components.js').Colour>} Plan what has been laid; printed symbols are not in it
 *
 * @typedef {object} Area the part of the board that is played on
 * @property {number} radius
 * @property {Cell[]} cells
 * @property {[Cell, Cell][]} spots every way to put a first and a second half, in canonical order
 */

/** Six directions around a cell; the opposite of number d is (d + 3) % 6. */
export const DIRECTIONS = Object.freeze([
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
]);

/** The corners of the white hexagon, whatever the number of players. */
const PRINTED = new Map([
  ['0,-5', 'red'],
  ['5,-5', 'green'],
  ['5,0', 'blue'],
  ['0,5', 'orange'],
  ['-5,5', 'yellow'],
  ['-5,0', 'purple'],
]);

const LARGEST_RADIUS = 7;

/** Steps between two places. @param {Coordinates} a @param {Coordinates} b */
export function distance(a, b) {
  const dq = a.q - b.q;
  const dr = a.r - b.r;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

export const areNeighbours = (a, b) => distance(a, b) === 1;

/** @type {Map<string, Cell>} */
const cellsByName = new Map();

/** Every cell of the whole board in canonical order. @type {Cell[]} */
export const CELLS = makeCells();

function makeCells() {
  const span = Array.from({ length: 2 * LARGEST_RADIUS + 1 }, (_, i) => i - LARGEST_RADIUS);
  const places = span.flatMap((q) => span.map((r) => ({ q, r })));
  const cells = places
    .map((place) => ({ ...place, ring: distance(place, { q: 0, r: 0 }) }))
    .filter(({ ring }) => ring <= LARGEST_RADIUS)
    .map((place, index) => ({ ...place, index, printed: PRINTED.get(`${place.q},${place.r}`), neighbours: [] }));
  for (const cell of cells) cellsByName.set(`${cell.q},${cell.r}`, cell);
  for (const cell of cells) {
    cell.neighbours = DIRECTIONS.map(([dq, dr]) => cellAt({ q: cell.q + dq, r: cell.r + dr }));
    Object.freeze(cell);
  }
  return cells;
}

/** The cell of the whole board at this place, if there is one. @returns {Cell | undefined} */
export function cellAt({ q, r }) {
  return cellsByName.get(`${q},${r}`);
}

export const PRINTED_CELLS = CELLS.filter((cell) => cell.printed);

/** @returns {Area} */
function makeArea(radius) {
  const cells = CELLS.filter((cell) => cell.ring <= radius);
  const usable = (cell) => cell !== undefined && cell.ring <= radius && !cell.printed;
  const spots = cells.filter(usable).flatMap((a) =>
    a.neighbours
      .filter(usable)
      .sort((one, other) => one.index - other.index)
      .map((b) => [a, b]),
  );
  return Object.freeze({ radius, cells, spots });
}

/** Hexagons with 6, 7 and 8 cells a side. */
export const AREAS = Object.freeze({ white: makeArea(5), light: makeArea(6), whole: makeArea(7) });

/** @param {Area} area @param {Cell | undefined} cell */
export const isInside = (area, cell) => cell !== undefined && cell.ring <= area.radius;

/** The symbol that shows on a cell, printed or laid. @param {Plan} plan @param {Cell} cell */
export const symbolAt = (plan, cell) => cell.printed ?? plan.get(cell);

/** @param {Plan} plan */
export const isFree = (plan, cell) => symbolAt(plan, cell) === undefined;

/** Where a tile could still be laid: both halves free. Each pair of cells comes twice, once each way round. */
export const freeSpots = (area, plan) => area.spots.filter(([a, b]) => !plan.has(a) && !plan.has(b));

export const hasFreePair = (area, plan) => area.spots.some(([a, b]) => !plan.has(a) && !plan.has(b));

/** Printed symbols that none of these cells touches. @param {Set<Cell>} cells @returns {Cell[]} */
export function untouchedSymbols(cells) {
  return PRINTED_CELLS.filter((cell) => !cell.neighbours.some((neighbour) => cells.has(neighbour)));
}

/** In which of DIRECTIONS does a neighbour lie? @param {Cell} from @param {Cell} to */
export const directionTo = (from, to) => from.neighbours.indexOf(to);

/** How many symbols of this colour follow each other without a gap. @param {Plan} plan @param {Cell} from */
export function runLength(plan, from, direction, colour) {
  let length = 0;
  let cell = from.neighbours[direction];
  while (cell && symbolAt(plan, cell) === colour) {
    length += 1;
    cell = cell.neighbours[direction];
  }
  return length;
}
