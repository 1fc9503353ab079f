/**
 * Positions and moves as JSON data, to records and back, by the layout alone. A position is made of parts; each reads
 * itself out of a record (undefined where all is blank) and writes itself into one that is blank.
 */

import { expectList, expectNumber, expectObject, isObject, malformed } from './errors.js';
import { cellOf, keysOf, numberOf, placeAmong, placeAt, range, readNumber, valueOf, writeNumber } from './values.js';

const WORD_BYTES = 8;
const word = (offset) => ({ offset, width: 2 });
const [DUE, PLAYER] = [word(0), word(2)];

export const isOver = (record) => readNumber(record, DUE) === 0;
export const askedOf = (record) => readNumber(record, PLAYER) - 1;
const restsOf = (layout) => [...layout.asks, ...layout.steps];

/** The zones whose order is due, each with its owner, 0 for a shared one. */
export function pending(layout, record) {
  const numbers = range(layout.shuffles).map((place) => readNumber(record, word(layout.pending + 2 * place)));
  return numbers.filter((number) => number > 0).map((number) => {
    const zone = layout.zones.findLast(({ place }) => place < number);
    return { zone, owner: number - 1 - zone.place };
  });
}

/** The codec of a layout's positions. */
export function positionsOf(layout) {
  const { zones, boards, variables } = layout;
  const parts = [
    ...zones.map((zone) => ofOwners(layout, zone, zone.offsets.length, (owner) => pieces(layout, zone, owner))),
    ...boards.map((board) => ofOwners(layout, board, layout.players, (owner) => cells(layout, board, owner))),
    ...variables.map((variable) => entries(layout, variable)),
    asks(layout),
  ];
  const names = [...zones.map(({ key }) => key), ...boards.map(({ key }) => key), ...variables.map(({ name }) => name), 'asks'];
  const whole = named(names, (place) => parts[place]);
  return {
    read: (record) => ({ ruleset: layout.ruleset, players: layout.players, ...whole.read(record) }),
    write({ ruleset, players, ...position }) {
      const record = new Uint8Array(layout.size);
      whole.write(record, position, 'position');
      return record;
    },
  };
}

// ---- how parts are put together

/** Parts under their names; a place without a name has none. */
function named(names, partOf) {
  const places = new Map(names.map((name, place) => [name, place]));
  return {
    read(record) {
      const found = names.map((name, place) => [name, name === null ? undefined : partOf(place).read(record)]);
      const there = found.filter(([, value]) => value !== undefined);
      return there.length > 0 ? Object.fromEntries(there) : undefined;
    },
    write(record, value, what) {
      for (const [name, given] of Object.entries(expectObject(value, what))) {
        if (!places.has(name)) malformed(`${what}: there is no ${name.slice(0, 40)}`);
        partOf(places.get(name)).write(record, given, name);
      }
    },
  };
}

/** A list with the part of every player. */
function listed(count, partOf) {
  return {
    read(record) {
      const found = range(count).map((owner) => partOf(owner).read(record));
      if (found.every((value) => value === undefined)) return undefined;
      return found.map((value, owner) => value ?? partOf(owner).blank(record));
    },
    write(record, value, what) {
      if (expectList(value, what).length > count) malformed(`${what}: there are ${count} players`);
      value.forEach((given, owner) => partOf(owner).write(record, given, what));
    },
  };
}

/** What there is once, once for every player, or once for every member of a kind. */
function ofOwners(layout, { owned, owner }, count, partOf) {
  if (owner) return named(keysOf(layout, owner), partOf);
  return owned ? listed(count, partOf) : partOf(0);
}

/** A value of a type; what stores it gets and sets its number. */
function valued(layout, type, stored, owner) {
  return {
    read(record) {
      const number = stored.get(record);
      return number === 0 ? undefined : valueOf(layout, type, number, owner);
    },
    write: (record, value, what) => stored.set(record, numberOf(layout, type, value, what, owner)),
  };
}

const atSpot = (spot) => ({
  get: (record) => readNumber(record, spot),
  set: (record, number) => writeNumber(record, spot, number),
});

// ---- the parts of a position

const rowKey = ({ type }) => type.of ?? type.sort;
const pieceSpots = ({ offsets, width }, owner, count) =>
  range(count).map((place) => ({ offset: offsets[owner] + 2 + place * width, width }));

/** The numbers of the pieces in a zone. */
export function readPieces(zone, owner, record) {
  return pieceSpots(zone, owner, readNumber(record, word(zone.offsets[owner]))).map((spot) => readNumber(record, spot));
}

/** Write the numbers of the pieces in a zone. */
export function writePieces(zone, owner, numbers, record) {
  if (numbers.length > zone.capacity) malformed(`${zone.key}: there are only ${zone.capacity} pieces`);
  writeNumber(record, word(zone.offsets[owner]), numbers.length);
  pieceSpots(zone, owner, numbers.length).forEach((spot, place) => writeNumber(record, spot, numbers[place]));
}

/** The pieces of a zone; an observation, in which bytes follow the record, may tell no more than how many there are. */
function pieces(layout, zone, owner) {
  const key = rowKey(zone);
  const marks = layout.marks.filter(({ name }) => zone.marks.includes(name));
  const marksOf = (member) =>
    named(zone.marks, (place) => {
      const { type, ...spot } = marks[place];
      return valued(layout, type, atSpot({ ...spot, offset: spot.offset + member * spot.width }));
    });
  const rank = (number) => zone.ranks?.[number - 1] ?? 0;
  const isHidden = (record) => record[layout.size + zone.place + owner] === 0;
  return {
    blank: (record) => (isHidden(record) ? 0 : []),
    read(record) {
      const numbers = readPieces(zone, owner, record);
      if (numbers.length === 0) return undefined;
      if (isHidden(record)) return numbers.length;
      const names = numbers.map((number) => valueOf(layout, zone.type, number));
      if (zone.order !== 'row') return names;
      return names.map((name, place) => ({ [key]: name, ...marksOf(numbers[place]).read(record) }));
    },
    write(record, value, what) {
      const numbers = expectList(value, what).map((piece) => {
        const { [key]: name, ...given } = isObject(piece) ? piece : { [key]: piece };
        const number = numberOf(layout, zone.type, name, what);
        marksOf(number).write(record, given, what);
        return number;
      });
      if (zone.order !== 'pile') numbers.sort((one, other) => rank(one) - rank(other) || one - other);
      writePieces(zone, owner, numbers, record);
    },
  };
}

function cells(layout, board, owner) {
  const fieldsAt = (place) =>
    named(board.fields.map(({ name }) => name), (number) => {
      const field = board.fields[number];
      return valued(layout, field.type, inField(board, field, owner, place), owner);
    });
  const every = range(board.places).map(fieldsAt);
  return {
    blank: () => [],
    read(record) {
      const found = every.map((fields, place) => [place, fields.read(record)]).filter(([, fields]) => fields !== undefined);
      const written = found.map(([place, fields]) => ({ at: cellOf(board, place + owner * board.stride, owner), ...fields }));
      return written.length > 0 ? written : undefined;
    },
    write(record, value, what) {
      for (const { at, ...fields } of expectList(value, what).map((cell) => expectObject(cell, what))) {
        const [x, y] = expectList(at, what).map((number) => expectNumber(number, what));
        const place = placeAt(board, x, y);
        if (!place) malformed(`${what}: ${JSON.stringify(at)} is not on the board`);
        every[place].write(record, fields, what);
      }
    },
  };
}

/** Where the number of a cell's field lies: in an array, or in planes of bits, one for each number. */
function inField(board, field, owner, place) {
  const start = field.offset + owner * board.size;
  if (field.planes === 0) return atSpot({ ...field, offset: start + place * field.width });
  const bit = 1 << place % 8;
  const planes = planeNumbers(field).map((number, plane) => ({
    number,
    byte: start + plane * board.words * WORD_BYTES + Math.floor(place / 8),
  }));
  return {
    get: (record) => planes.find(({ number, byte }) => number !== 0 && record[byte] & bit)?.number ?? 0,
    set(record, wanted) {
      for (const { number, byte } of planes) if (wanted && (number === 0 || number === wanted)) record[byte] |= bit;
    },
  };
}

/** The number for which each plane of a field stands; 0 is the plane of all that is something. */
function planeNumbers({ type, planes }) {
  if (type.sort === 'flag') return [1];
  if (type.sort !== 'number') return range(planes);
  return range(planes + 1).map((number) => number + Math.min(type.low, 0)).filter((number) => number !== 0);
}

function entries(layout, { indices, sizes, type, ...spot }) {
  const keys = indices.map((index) => keysOf(layout, index));
  const from = (depth, entry) => {
    if (depth < indices.length) return named(keys[depth], (place) => from(depth + 1, entry * sizes[depth] + place));
    return valued(layout, type, atSpot({ ...spot, offset: spot.offset + (entry + 1) * spot.width }));
  };
  return from(0, 0);
}

// ---- what is due

function asks(layout) {
  return {
    read(record) {
      if (isOver(record)) return undefined;
      const rest = restsOf(layout)[readNumber(record, DUE) - 1];
      const [asked, orders] = [askedOf(record), pending(layout, record)];
      const carried = carriedBy(layout, rest, asked).read(record);
      if (orders.length === 0) return [{ ask: rest.name, player: asked, ...carried }];
      return orders.map((order) => ({ ...shuffleOf(layout, rest, order), ...carried }));
    },
    write(record, value) {
      if (expectList(value, 'asks').length === 0) return;
      const [first] = value.map((one) => expectObject(one, 'asks'));
      const { ask, player, shuffle, owner, step, ...carried } = first;
      const zone = layout.zones.find(({ name }) => name === shuffle);
      const asked = zone ? -1 : expectNumber(player, 'asks.player', 0, layout.players - 1);
      const name = zone ? (step ?? zone.shuffled_at[0]) : ask;
      const due = placeAmong(restsOf(layout).map((rest) => rest.name), name, 'asks');
      writeNumber(record, DUE, due + 1);
      writeNumber(record, PLAYER, asked + 1);
      if (zone) value.forEach((one, place) => writeNumber(record, word(layout.pending + 2 * place), zoneNumber(layout, one)));
      const rest = restsOf(layout)[due];
      for (const one of rest.carries.filter(({ type }) => type.sort === 'player')) writeNumber(record, one, asked + 1);
      carriedBy(layout, rest, asked).write(record, carried, 'asks');
    },
  };
}

/** What an ask or a step carries; a player who is the one asked is not named again. */
function carriedBy(layout, rest, asked) {
  return named(rest.carries.map(({ name }) => name), (place) => {
    const { type, ...spot } = rest.carries[place];
    const one = valued(layout, type, atSpot(spot), asked);
    const isSaid = (value) => type.sort === 'player' && value === asked;
    return { ...one, read: (record) => (isSaid(one.read(record)) ? undefined : one.read(record)) };
  });
}

function shuffleOf(layout, step, { zone, owner }) {
  const written = { shuffle: zone.name };
  if (zone.owned) written.owner = owner;
  else if (zone.owner) written.owner = valueOf(layout, zone.owner, owner + 1);
  if (zone.shuffled_at.length > 1) written.step = step.name;
  return written;
}

/** The number of the zone, of one owner, that a shuffle names. */
function zoneNumber(layout, { shuffle, owner = 0 }) {
  const zone = layout.zones[placeAmong(layout.zones.map(({ name }) => name), shuffle, 'asks')];
  const type = zone.owner ?? { sort: 'player' };
  return zone.place + (zone.owner || zone.owned ? numberOf(layout, type, owner, 'asks') : 1);
}

// ---- moves

/** A move of a player as JSON data. */
export function decodeMove(layout, move, player) {
  const action = layout.actions[readNumber(move, word(0))];
  const values = action.arguments.map((spot) => [spot.name, valueOf(layout, spot.type, readNumber(move, spot), player)]);
  return { [action.name]: Object.fromEntries(values) };
}

/** A player's move as its numbers: what `player` beside the action says is left to the caller. */
export function encodeMove(layout, given, player) {
  const [name, ...more] = Object.keys(given).filter((key) => key !== 'player');
  const number = placeAmong(layout.actions.map((action) => action.name), more.length > 0 ? more : name, 'move');
  const spots = layout.actions[number].arguments;
  const values = expectObject(given[name], name);
  if (Object.keys(values).length > spots.length) malformed(`${name}: there are ${spots.length} arguments`);
  const move = new Uint8Array(layout.move);
  writeNumber(move, word(0), number);
  for (const spot of spots) {
    writeNumber(move, spot, numberOf(layout, spot.type, values[spot.name], `${name}.${spot.name}`, player));
  }
  return move;
}
