/**
 * The numbers in records and moves, and the values that stand for them in JSON. What sort of value a number is says its
 * type in the layout; docs/engine.md describes all of them.
 */

import { expectList, expectNumber, malformed } from './errors.js';

/** @param {Uint8Array} bytes */
export function readNumber(bytes, offset, width, signed = false) {
  let number = 0;
  for (let place = width - 1; place >= 0; place -= 1) number = number * 256 + bytes[offset + place];
  return signed && number >= 2 ** (8 * width - 1) ? number - 2 ** (8 * width) : number;
}

/** @param {Uint8Array} bytes */
export function writeNumber(bytes, offset, width, number) {
  let rest = number < 0 ? number + 2 ** (8 * width) : number;
  for (let place = 0; place < width; place += 1) {
    bytes[offset + place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

export const boardOf = (layout, type) => layout.boards.find((board) => board.name === type.of);

const namesOf = (layout, type) => (type.sort === 'kind' ? layout.kinds : layout.directions)[type.of];

const recordsOf = (layout, type) => layout.records.find((record) => record.name === type.of).values;

/** JSON data as text that does not depend on the order of keys. */
function textOf(value) {
  if (Array.isArray(value)) return `[${value.map(textOf)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`)}}`;
}

/** The value that a number stands for, in a text about this owner's things; null for nothing. */
export function valueOf(layout, type, number, owner = null) {
  if (type.sort === 'flag') return number !== 0;
  if (type.sort === 'number') return number;
  if (number === 0) return null;
  if (type.sort === 'kind' || type.sort === 'direction') return namesOf(layout, type)[number - 1];
  if (type.sort === 'record') return recordsOf(layout, type)[number - 1];
  return type.sort === 'cell' ? cellOf(boardOf(layout, type), number, owner) : number - 1;
}

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

/** The number that stands for a value; a cell that is not on the board is nothing. */
export function numberOf(layout, type, value, what, owner = null) {
  switch (type.sort) {
    case 'flag':
      return typeof value === 'boolean' ? Number(value) : malformed(`${what}: expected true or false`);
    case 'number':
      return expectNumber(value, what, type.low, type.high);
    case 'kind':
    case 'direction':
      return 1 + placeAmong(namesOf(layout, type), value, what);
    case 'cell':
      return cellNumber(boardOf(layout, type), value, what, owner, layout.players);
    case 'record':
      return 1 + placeAmong(recordsOf(layout, type).map(textOf), textOf(value), what);
    case 'side':
      return 1 + expectNumber(value, what, 0, layout.sides - 1);
    default:
      return 1 + expectNumber(value, what, 0, layout.players - 1);
  }
}

function placeAmong(names, value, what) {
  const place = names.indexOf(value);
  return place >= 0 ? place : malformed(`${what}: nothing is called ${JSON.stringify(value)}`);
}

function cellNumber(board, value, what, owner, players) {
  const [x, y, holder, ...more] = expectList(value, what).map((number) => expectNumber(number, what));
  if (y === undefined || more.length > 0 || (holder !== undefined && !board.owned)) malformed(`${what}: expected a cell`);
  const place = placeAt(board, x, y);
  if (!board.owned || place === 0) return place;
  return place + board.stride * expectNumber(holder ?? owner ?? 0, what, 0, players - 1);
}

/** The key of an entry, counted from 0, of an index. */
export function keyOf(layout, type, entry) {
  if (type.sort === 'number') return String(entry + type.low);
  if (type.sort !== 'cell') return String(valueOf(layout, type, entry + 1));
  const board = boardOf(layout, type);
  const each = board.places - 1;
  return cellOf(board, Math.floor(entry / each) * board.stride + (entry % each) + 1, null).join(',');
}

/** The entry, counted from 0, that a key names. */
export function entryOf(layout, type, key, what) {
  if (type.sort === 'kind' || type.sort === 'direction') {
    return placeAmong(namesOf(layout, type).map(String), key, what);
  }
  const numbers = key.split(',').map((part) => (/^-?\d+$/.test(part) ? Number(part) : malformed(`${what}.${key}`)));
  if (type.sort === 'number') return expectNumber(numbers[0], what, type.low, type.high) - type.low;
  if (type.sort !== 'cell') return numberOf(layout, type, numbers[0], what) - 1;
  const board = boardOf(layout, type);
  const place = placeAt(board, numbers[0], numbers[1]);
  if (place === 0) malformed(`${what}.${key}: this cell is not on the board`);
  return (numbers[2] ?? 0) * (board.places - 1) + place - 1;
}

