/** Positions and moves as JSON data, to records and back, by the layout alone. */

import { expectList, expectNumber, expectObject, expectText, isObject, malformed } from './errors.js';
import { cellOf, entryOf, keyOf, numberOf, placeAt, readNumber, valueOf, writeNumber } from './values.js';

const WORD_BYTES = 8;
const range = (length) => Array.from({ length }, (_, place) => place);

/** Every zone of every owner (0 for a shared one), in the order of their numbers. */
export const zonePlaces = (layout) =>
  layout.zones.flatMap((zone) => zone.offsets.map((offset, owner) => ({ zone, owner, offset })));

export const dueOf = (record) => readNumber(record, 0, 2);
export const askedOf = (record) => readNumber(record, 2, 2) - 1;
export const restOf = (layout, record) => [...layout.asks, ...layout.steps][dueOf(record) - 1];

/** The zone places whose order is due. */
export function pending(layout, record) {
  const numbers = range(layout.shuffles).map((place) => readNumber(record, layout.pending + 2 * place, 2));
  return numbers.filter((number) => number > 0).map((number) => zonePlaces(layout)[number - 1]);
}

// ---- records to positions

/** The position in a record as canonical JSON data. */
export function decode(layout, record) {
  const parts = { ruleset: layout.ruleset, players: layout.players };
  for (const zone of layout.zones) parts[zone.key] = readZone(layout, zone, record);
  for (const board of layout.boards) parts[board.key] = readBoard(layout, board, record);
  for (const variable of layout.variables) parts[variable.name] = readVariable(layout, variable, record);
  parts.asks = readAsks(layout, record);
  return present(parts);
}

/** An object without what is empty or absent. */
export function present(parts) {
  const isThere = (part) => part !== null && part !== undefined && !(Array.isArray(part) && part.length === 0);
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => isThere(part)));
}

function readAsks(layout, record) {
  const due = dueOf(record);
  if (due === 0) return [];
  const rest = restOf(layout, record);
  if (due > layout.asks.length) {
    return pending(layout, record).map((place) => ({
      ...shuffleOf(layout, rest, place),
      ...readCarried(layout, rest, record, null),
    }));
  }
  const player = askedOf(record);
  return [{ ask: rest.name, player, ...readCarried(layout, rest, record, player) }];
}

function shuffleOf(layout, step, { zone, owner }) {
  const written = { shuffle: zone.name };
  if (zone.owned) written.owner = owner;
  else if (zone.owner) written.owner = valueOf(layout, zone.owner, owner + 1);
  if (zone.shuffled_at.length > 1) written.step = step.name;
  return written;
}

function readCarried(layout, rest, record, asked) {
  const found = {};
  for (const one of rest.carries) {
    const value = readSpot(layout, one, record, asked);
    const isSaid = one.type.sort === 'player' && value === asked;
    if (!isSaid && value !== null && value !== false && value !== 0) found[one.name] = value;
    if (!isSaid && value === 0 && one.type.sort !== 'number') found[one.name] = value;
  }
  return found;
}

function readSpot(layout, spot, record, owner) {
  const number = readNumber(record, spot.offset, spot.width, spot.signed);
  return valueOf(layout, spot.type, number, owner);
}

function readZone(layout, zone, record) {
  const written = zone.offsets.map((offset) => readPieces(layout, zone, record, offset));
  if (written.every((pieces) => pieces.length === 0)) return null;
  if (!zone.owner) return zone.owned ? written : written[0];
  const entries = written.map((pieces, owner) => [keyOf(layout, zone.owner, owner), pieces]);
  return Object.fromEntries(entries.filter(([, pieces]) => pieces.length > 0));
}

const rowKey = (zone) => zone.type.of ?? zone.type.sort;

function readPieces(layout, zone, record, offset) {
  return range(readNumber(record, offset, 2)).map((place) => {
    const number = readNumber(record, offset + 2 + place * zone.width, zone.width);
    const name = valueOf(layout, zone.type, number);
    return zone.order === 'row' ? { [rowKey(zone)]: name, ...readMarks(layout, zone, record, number) } : name;
  });
}

function readMarks(layout, zone, record, member) {
  const found = {};
  for (const mark of layout.marks.filter((one) => zone.marks.includes(one.name))) {
    const number = readNumber(record, mark.offset + member * mark.width, mark.width, mark.signed);
    if (number !== 0) found[mark.name] = valueOf(layout, mark.type, number);
  }
  return found;
}

function readBoard(layout, board, record) {
  const written = range(board.owned ? layout.players : 1).map((owner) => readCells(layout, board, record, owner));
  if (written.every((cells) => cells.length === 0)) return null;
  return board.owned ? written : written[0];
}

function readCells(layout, board, record, owner) {
  const cells = [];
  for (let place = 1; place < board.places; place += 1) {
    const fields = {};
    for (const field of board.fields) {
      const number = readField(board, field, record, owner, place);
      if (number !== 0) fields[field.name] = valueOf(layout, field.type, number, owner);
    }
    if (Object.keys(fields).length > 0) cells.push({ at: cellOf(board, place + owner * board.stride, owner), ...fields });
  }
  return cells;
}

function readField(board, field, record, owner, place) {
  const start = field.offset + owner * board.size;
  if (field.planes === 0) return readNumber(record, start + place * field.width, field.width, field.signed);
  const planes = planeNumbers(field);
  for (let plane = 0; plane < planes.length; plane += 1) {
    const byte = record[start + plane * board.words * WORD_BYTES + Math.floor(place / 8)];
    if (planes[plane] !== 0 && (byte >> place % 8) & 1) return planes[plane];
  }
  return 0;
}

/** The number for which each plane of a field stands; 0 is the plane of all that is something. */
function planeNumbers(field) {
  if (field.type.sort === 'flag') return [1];
  if (field.type.sort !== 'number') return range(field.planes);
  const low = Math.min(field.type.low, 0);
  return range(field.planes + 1).map((number) => number + low).filter((number) => number !== 0);
}

function readVariable(layout, variable, record) {
  const { width, signed, type, indices, sizes } = variable;
  const read = (entry) => readNumber(record, variable.offset + (entry + 1) * width, width, signed);
  const nested = (depth, entry) => {
    if (depth === indices.length) return read(entry) === 0 ? null : valueOf(layout, type, read(entry));
    const inner = range(sizes[depth]).map((at) => [
      keyOf(layout, indices[depth], at),
      nested(depth + 1, entry * sizes[depth] + at),
    ]);
    const found = inner.filter(([, value]) => value !== null);
    return found.length > 0 ? Object.fromEntries(found) : null;
  };
  return nested(0, 0);
}

// ---- positions to records

/** The record of a position. */
export function encode(layout, position) {
  const record = new Uint8Array(layout.size);
  checkKeys(layout, position);
  for (const zone of layout.zones) writeZone(layout, zone, position[zone.key], record);
  for (const board of layout.boards) writeBoard(layout, board, position[board.key], record);
  for (const variable of layout.variables) {
    if (position[variable.name] !== undefined) writeVariable(layout, variable, position[variable.name], record);
  }
  writeAsks(layout, expectList(position.asks ?? [], 'asks'), record);
  return record;
}

function checkKeys(layout, position) {
  const known = [...layout.zones, ...layout.boards].map((part) => part.key);
  const all = ['ruleset', 'players', 'asks', ...known, ...layout.variables.map((variable) => variable.name)];
  const stranger = Object.keys(position).find((key) => !all.includes(key));
  if (stranger !== undefined) malformed(`a position has no ${stranger.slice(0, 40)}`);
}

function writeZone(layout, zone, value, record) {
  if (value === undefined) return;
  if (zone.owner) {
    for (const [name, entries] of Object.entries(expectObject(value, zone.key))) {
      writeEntries(layout, zone, entryOf(layout, zone.owner, name, zone.key), entries, record);
    }
  } else {
    const copies = zone.owned ? expectList(value, zone.key) : [value];
    if (copies.length > zone.offsets.length) malformed(`${zone.key}: there are ${zone.offsets.length} of them`);
    copies.forEach((entries, owner) => writeEntries(layout, zone, owner, entries, record));
  }
}

function writeEntries(layout, zone, owner, entries, record) {
  const numbers = expectList(entries, zone.key).map((entry) => {
    if (!isObject(entry)) return numberOf(layout, zone.type, entry, zone.key);
    const number = numberOf(layout, zone.type, entry[rowKey(zone)], zone.key);
    writeMarks(layout, zone, entry, number, record);
    return number;
  });
  writePieces(zone, owner, numbers, record, zone.order);
}

/** Write the pieces of a zone, by number; a row and a hand are put into their order. */
export function writePieces(zone, owner, numbers, record, order) {
  const rank = (number) => (zone.ranks ? zone.ranks[number - 1] : 0);
  const sorted = order === 'pile' ? numbers : [...numbers].sort((a, b) => rank(a) - rank(b) || a - b);
  if (sorted.length > zone.capacity) malformed(`${zone.key}: there are only ${zone.capacity} pieces`);
  writeNumber(record, zone.offsets[owner], 2, sorted.length);
  for (let place = 0; place < zone.capacity; place += 1) {
    writeNumber(record, zone.offsets[owner] + 2 + place * zone.width, zone.width, sorted[place] ?? 0);
  }
}

function writeMarks(layout, zone, entry, member, record) {
  for (const [name, value] of Object.entries(entry)) {
    if (name === rowKey(zone)) continue;
    const mark = layout.marks.find((one) => one.name === name && zone.marks.includes(name));
    if (!mark) malformed(`${zone.key}: there is no ${name}`);
    writeNumber(record, mark.offset + member * mark.width, mark.width, numberOf(layout, mark.type, value, name));
  }
}

function writeBoard(layout, board, value, record) {
  if (value === undefined) return;
  const copies = board.owned ? expectList(value, board.key) : [value];
  if (copies.length > (board.owned ? layout.players : 1)) malformed(`${board.key}: too many boards`);
  copies.forEach((cells, owner) => {
    for (const cell of expectList(cells, board.key)) writeCell(layout, board, owner, expectObject(cell, board.key), record);
  });
}

function writeCell(layout, board, owner, cell, record) {
  const [x, y] = expectList(cell.at, `${board.key}.at`);
  const place = placeAt(board, expectNumber(x, 'at'), expectNumber(y, 'at'));
  if (place === 0) malformed(`${board.key}: ${JSON.stringify(cell.at)} is not on the board`);
  for (const [name, value] of Object.entries(cell)) {
    if (name === 'at') continue;
    const field = board.fields.find((one) => one.name === name);
    if (!field) malformed(`${board.key}: a cell has no ${name}`);
    writeField(board, field, record, owner, place, numberOf(layout, field.type, value, name, owner));
  }
}

function writeField(board, field, record, owner, place, number) {
  const start = field.offset + owner * board.size;
  if (field.planes === 0) {
    writeNumber(record, start + place * field.width, field.width, number);
    return;
  }
  planeNumbers(field).forEach((meaning, plane) => {
    const byte = start + plane * board.words * WORD_BYTES + Math.floor(place / 8);
    if (number !== 0 && (meaning === 0 || meaning === number)) record[byte] |= 1 << place % 8;
  });
}

function writeVariable(layout, variable, value, record) {
  const { indices, sizes, type, width, name } = variable;
  const nested = (depth, entry, given) => {
    if (depth === indices.length) {
      writeNumber(record, variable.offset + (entry + 1) * width, width, numberOf(layout, type, given, name));
      return;
    }
    for (const [key, inner] of Object.entries(expectObject(given, name))) {
      nested(depth + 1, entry * sizes[depth] + entryOf(layout, indices[depth], key, name), inner);
    }
  };
  nested(0, 0, value);
}

function writeAsks(layout, asks, record) {
  if (asks.length === 0) return;
  const first = expectObject(asks[0], 'asks[0]');
  if (first.shuffle === undefined) writeAsk(layout, first, record);
  else writeShuffles(layout, asks, record);
}

function writeAsk(layout, given, record) {
  const number = layout.asks.findIndex((ask) => ask.name === given.ask);
  if (number < 0) malformed(`asks: there is no ask ${JSON.stringify(given.ask)}`);
  const player = expectNumber(given.player, 'asks.player', 0, layout.players - 1);
  writeNumber(record, 0, 2, number + 1);
  writeNumber(record, 2, 2, player + 1);
  writeCarried(layout, layout.asks[number], given, player, record);
}

function writeShuffles(layout, asks, record) {
  const places = zonePlaces(layout);
  asks.forEach((one, place) => {
    const zone = layout.zones.find((other) => other.name === one.shuffle);
    if (!zone) malformed(`asks: there is no zone ${JSON.stringify(one.shuffle)}`);
    const owner = zone.owner ? numberOf(layout, zone.owner, one.owner, 'owner') - 1 : (one.owner ?? 0);
    const number = places.findIndex((other) => other.zone === zone && other.owner === owner);
    if (number < 0) malformed('asks: nobody has this zone');
    writeNumber(record, layout.pending + 2 * place, 2, number + 1);
  });
  const zone = layout.zones.find((other) => other.name === asks[0].shuffle);
  const step = layout.steps.findIndex((other) => other.name === (asks[0].step ?? zone.shuffled_at[0]));
  if (step < 0) malformed('asks: there is no such step');
  writeNumber(record, 0, 2, layout.asks.length + step + 1);
  writeCarried(layout, layout.steps[step], asks[0], null, record);
}

function writeCarried(layout, rest, given, asked, record) {
  for (const one of rest.carries) {
    if (given[one.name] !== undefined) writeSpot(layout, one, given[one.name], asked, record);
    else if (one.type.sort === 'player' && asked !== null) writeNumber(record, one.offset, one.width, asked + 1);
  }
}

function writeSpot(layout, spot, value, owner, record) {
  writeNumber(record, spot.offset, spot.width, numberOf(layout, spot.type, value, spot.name, owner));
}

// ---- moves

/** A move of a player as JSON data. */
export function decodeMove(layout, move, player) {
  const action = layout.actions[readNumber(move, 0, 2)];
  let offset = 2;
  const values = {};
  for (const { name, type, slots } of action.arguments) {
    values[name] = valueOf(layout, type, readNumber(move, offset, 2 * slots, (type.low ?? 0) < 0), player);
    offset += 2 * slots;
  }
  return { [action.name]: values };
}

/** A player's move as its numbers: what `player` beside the action says is left to the caller. */
export function encodeMove(layout, given, player) {
  const names = Object.keys(expectObject(given, 'move')).filter((name) => name !== 'player');
  const number = layout.actions.findIndex((action) => action.name === names[0]);
  if (names.length !== 1 || number < 0) malformed('move: expected one action of the ruleset');
  const values = expectObject(given[expectText(names[0], 'move')], names[0]);
  const action = layout.actions[number];
  const move = new Uint8Array(layout.move);
  writeNumber(move, 0, 2, number);
  let offset = 2;
  for (const { name, type, slots } of action.arguments) {
    if (values[name] === undefined) malformed(`${action.name}.${name} is missing`);
    writeNumber(move, offset, 2 * slots, numberOf(layout, type, values[name], `${action.name}.${name}`, player));
    offset += 2 * slots;
  }
  if (Object.keys(values).length > action.arguments.length) malformed(`${action.name}: there is no such argument`);
  return move;
}
