/**
 * The numbers in records and moves, and the values that stand for them in JSON. A spot says where a number lies and how
 * wide it is; its type says what it stands for, and docs/engine.md what types there are.
 */

import { expectList, expectNumber, isObject, malformed } from './errors.js';

export const range = (length) => Array.from({ length }, (_, place) => place);

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset);
const formatOf = (spot) => `${spot.signed ? 'Int' : 'Uint'}${8 * spot.width}`;
export const readNumber = (bytes, spot) => viewOf(bytes)[`get${formatOf(spot)}`](spot.offset, true);
export const writeNumber = (bytes, spot, number) => viewOf(bytes)[`set${formatOf(spot)}`](spot.offset, number, true);

export const boardOf = (layout, type) => layout.boards.find((board) => board.name === type.of);

/** The things of a type in the order of their numbers, from 1; cells are no list. */
function thingsOf(layout, { sort, of }) {
  if (sort === 'kind') return layout.kinds[of];
  if (sort === 'direction') return layout.directions[of];
  if (sort === 'record') return layout.records.find((record) => record.name === of).values;
  return range(sort === 'side' ? layout.sides : layout.players);
}

/** The value that a number stands for, in a text about this owner's things; null for nothing. */
export function valueOf(layout, type, number, owner = null) {
  if (type.sort === 'flag') return number !== 0;
  if (type.sort === 'number') return number;
  if (number === 0) return null;
  return type.sort === 'cell' ? cellOf(boardOf(layout, type), number, owner) : thingsOf(layout, type)[number - 1];
}

/** The number that stands for a value; a cell that is not on the board is nothing. */
export function numberOf(layout, type, value, what, owner = null) {
  if (type.sort === 'flag') return typeof value === 'boolean' ? Number(value) : malformed(`${what}: expected a flag`);
  if (type.sort === 'number') return expectNumber(value, what, type.low, type.high);
  if (type.sort === 'cell') return cellNumber(boardOf(layout, type), value, what, owner, layout.players);
  return 1 + placeAmong(thingsOf(layout, type), value, what);
}

export function placeAmong(things, value, what) {
  const place = isObject(value) ? things.map(textOf).indexOf(textOf(value)) : things.indexOf(value);
  return place >= 0 ? place : malformed(`${what}: nothing is called ${JSON.stringify(value)}`);
}

/** A record as text that does not depend on the order of its fields. */
const textOf = (record) => JSON.stringify(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

export function cellOf(board, number, owner) {
  const holder = Math.floor(number / board.stride);
  const place = (number % board.stride) - 1;
  const at = [Math.floor(place / (board.height + 1)) + board.left, (place % (board.height + 1)) + board.top];
  return board.owned && holder !== owner ? [...at, holder] : at;
}

/** The place of a cell, 0 if it is not on the board. */
export function placeAt(board, x, y) {
  const [column, row] = [x - board.left, y - board.top];
  if (column < 0 || column >= board.width || row < 0 || row >= board.height) return 0;
  if (board.hexagon && Math.abs(x + y) > Math.floor(board.width / 2)) return 0;
  return column * (board.height + 1) + row + 1;
}

function cellNumber(board, value, what, owner, players) {
  const [x, y, holder, ...more] = expectList(value, what).map((number) => expectNumber(number, what));
  if (y === undefined || more.length > 0 || (holder !== undefined && !board.owned)) malformed(`${what}: expected a cell`);
  const place = placeAt(board, x, y);
  if (!board.owned || place === 0) return place;
  return place + board.stride * expectNumber(holder ?? owner ?? 0, what, 0, players - 1);
}

/** The keys of an index in the order of its entries; a place of no cell has none. */
export function keysOf(layout, type) {
  if (type.sort === 'number') return range(type.high - type.low + 1).map((place) => String(place + type.low));
  if (type.sort !== 'cell') return thingsOf(layout, type).map(String);
  const board = boardOf(layout, type);
  const owners = range(board.owned ? layout.players : 1);
  const cells = owners.flatMap((owner) => range(board.places - 1).map((place) => cellOf(board, owner * board.stride + place + 1)));
  return cells.map((cell) => (placeAt(board, ...cell) === 0 ? null : cell.join()));
}
