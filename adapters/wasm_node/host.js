/** A module at work: records in, records out. It holds all the rules; here is only how it is asked. */

import { readFileSync } from 'node:fs';
import { BROKEN_RULES, ILLEGAL_ANSWER, ProtocolError, expectList, malformed } from './errors.js';
import { askedOf, decode, decodeMove, dueOf, encode, encodeMove, pending, present, restOf, writePieces, zonePlaces } from './codec.js';
import { numberOf, readNumber, valueOf } from './values.js';

const NOT_ASKED = 'turn.not-asked';

/** @returns {never} */
function notAsked(message) {
  throw new ProtocolError(ILLEGAL_ANSWER, message, { rules: [NOT_ASKED] });
}
const PLAIN = ['flag', 'number']; // what is not there may be 0 or false
const [REST, DEAL] = [0, 1];
const [LEGAL, REFUSED, NOT_TAKEN] = [0, 1, 2];

/** What a module says about itself under a name. */
function section(module, name) {
  const [found] = WebAssembly.Module.customSections(module, name);
  return found && JSON.parse(new TextDecoder().decode(found));
}

/** The game of one module. A position is a record: bytes that never change. */
export class Game {
  constructor(file) {
    const module = new WebAssembly.Module(readFileSync(file));
    this.layout = section(module, 'tilelaw.layout');
    this.manifest = section(module, 'tilelaw.manifest');
    this.areas = this.layout.areas;
    this.exports = new WebAssembly.Instance(module, {}).exports;
  }

  #bytes(address, size) {
    return new Uint8Array(this.exports.memory.buffer, address, size);
  }

  #call(name, record, ...more) {
    if (record) this.#bytes(this.areas.record, this.layout.size).set(record);
    return this.#checked(this.exports[name](this.areas.record, ...more));
  }

  #checked(result) {
    if (result < 0) throw new ProtocolError(BROKEN_RULES, `the rules contradict themselves (${result})`);
    return result;
  }

  #record() {
    return this.#bytes(this.areas.record, this.layout.size).slice();
  }

  /** The first position, after the orders that are given and, with a seed, all other shuffles. */
  start(orders = [], seed = undefined) {
    this.#call('start', null, REST);
    let record = this.#record();
    for (const order of orders) {
      if (pending(this.layout, record).length === 0) malformed('shuffles: there are more than are due');
      record = this.order(record, { order });
    }
    if (seed === undefined || pending(this.layout, record).length === 0) return record;
    this.exports.seed(BigInt.asIntN(64, BigInt(seed)));
    this.#call('deal', record, DEAL);
    return this.#record();
  }

  /** The record of a position; what it tells itself need not stand in its ask. */
  read(position) {
    this.#call('tell', encode(this.layout, position));
    const record = this.#record();
    const carries = restOf(this.layout, record)?.carries ?? [];
    const isMissing = ({ type, offset, width }) => !PLAIN.includes(type.sort) && readNumber(record, offset, width) === 0;
    const missing = carries.find(isMissing);
    if (missing) malformed(`asks[0].${missing.name} is missing`);
    return record;
  }

  write(record) {
    return decode(this.layout, record);
  }

  moves(record) {
    if (pending(this.layout, record).length > 0) malformed('no move is due but an order');
    const count = this.#call('moves', record);
    if (count === 0 && dueOf(record) > 0) throw new ProtocolError(BROKEN_RULES, 'an ask has no legal answer');
    const size = this.layout.move;
    const listed = this.#bytes(this.areas.moves, count * size).slice();
    const player = askedOf(record);
    return Array.from({ length: count }, (_, at) => decodeMove(this.layout, listed.subarray(at * size), player));
  }

  /** The rules that refuse a move, none if it is legal; the module has then put its arguments in canonical order. */
  refusals(record, given) {
    const move = encodeMove(this.layout, given, askedOf(record));
    const isAsked = dueOf(record) > 0 && pending(this.layout, record).length === 0;
    if (!isAsked || (given.player ?? askedOf(record)) !== askedOf(record)) return [NOT_ASKED];
    this.#bytes(this.areas.move, move.length).set(move);
    const code = this.#call('judge', record, this.areas.move);
    const action = this.layout.actions[readNumber(move, 0, 2)];
    if (code === LEGAL) return [];
    if (code === NOT_TAKEN) return [NOT_ASKED];
    if (code !== REFUSED) return [action.rule];
    const flags = this.#bytes(this.areas.judged, action.requirements.length);
    return [...new Set(action.requirements.filter((_, place) => flags[place]))];
  }

  /** The position after an answer: a move, or the order of a zone. */
  apply(record, answer) {
    if (answer?.shuffle !== undefined) return this.order(record, answer);
    const rules = this.refusals(record, answer);
    if (rules.length > 0) throw new ProtocolError(ILLEGAL_ANSWER, `refused by ${rules.join(', ')}`, { rules });
    this.#call('apply', record, this.areas.move, REST);
    return this.#record();
  }

  order(record, answer) {
    const [place] = pending(this.layout, record);
    if (!place) notAsked('no order is due');
    const { zone, owner, offset } = place;
    const [due] = this.write(record).asks;
    const other = ['shuffle', 'owner', 'step'].find((name) => name in answer && answer[name] !== due[name]);
    if (other) notAsked(`${other}: ${due[other]} is due`);
    const numbers = expectList(answer.order, 'order').map((piece) => numberOf(this.layout, zone.type, piece, 'order'));
    const there = Array.from({ length: readNumber(record, offset, 2) }, (_, at) =>
      readNumber(record, offset + 2 + at * zone.width, zone.width),
    );
    const sorted = (list) => [...list].sort((a, b) => a - b).join();
    if (sorted(numbers) !== sorted(there)) notAsked('order: these are not the pieces of the zone');
    const written = record.slice();
    writePieces(zone, owner, numbers, written, 'pile');
    this.#call('resume', written, REST);
    return this.#record();
  }

  /** Lines, total and result of every side. */
  score(record) {
    this.#call('score', record);
    this.exports.rank(this.areas.record);
    const view = new DataView(this.exports.memory.buffer);
    const { scores, results, lines, results_most: most } = this.areas;
    return this.layout.teams.map((players, side) => {
      const at = scores + side * (8 + 16 * lines);
      const written = Array.from({ length: view.getInt32(at, true) }, (_, place) =>
        this.#line(view, at + 8 + 16 * place, players.length === 1 ? players[0] : null),
      );
      const end = results + side * (8 + 8 * most);
      const result = Array.from({ length: view.getInt32(end, true) }, (_, place) =>
        Number(view.getBigInt64(end + 8 + 8 * place, true)),
      );
      const total = written.reduce((sum, line) => sum + line.points, 0);
      return { side, players, lines: written, total, result };
    });
  }

  #line(view, at, owner) {
    const { rule, key } = this.layout.scores[view.getInt32(at, true)];
    const points = Number(view.getBigInt64(at + 8, true));
    return key ? { rule, key: valueOf(this.layout, key, view.getInt32(at + 4, true), owner), points } : { rule, points };
  }

  /** The sides in groups, best first. */
  rank(record) {
    const sides = this.score(record).sort((a, b) => compare(b.result, a.result) || a.side - b.side);
    const groups = [];
    for (const { side, result } of sides) {
      const last = groups.at(-1);
      if (last && compare(last.result, result) === 0) last.sides.push(side);
      else groups.push({ sides: [side], result });
    }
    return groups.map(({ sides: own, result }, place) => {
      const next = groups[place + 1];
      return next ? { sides: own, decided_by: firstDifference(result, next.result) } : { sides: own };
    });
  }

  /** The position as a player may know it. */
  observe(record, player) {
    const position = decode(this.layout, record);
    this.#call('observe', record, player + 1);
    const places = zonePlaces(this.layout);
    const rests = [...this.layout.asks, ...this.layout.steps];
    const hidden = rests.flatMap((rest) => rest.carries.filter((one) => one.hidden_in).map((one) => [rest, one.name]));
    const seen = this.#bytes(this.areas.seen, places.length + hidden.length + this.layout.players).slice();
    const team = seen.slice(places.length + hidden.length);
    for (const zone of this.layout.zones) {
      if (position[zone.key] === undefined) continue;
      const flags = places.map((place, at) => [place, seen[at]]).filter(([place]) => place.zone === zone);
      position[zone.key] = counted(this.layout, zone, position[zone.key], flags.map(([, flag]) => flag));
    }
    for (const { name, seen_by: viewers } of this.layout.variables) {
      if (viewers !== 'all') position[name] = visible(position[name], viewers, player, team);
    }
    const resting = restOf(this.layout, record);
    const unknown = hidden.filter(([rest], at) => rest === resting && !seen[places.length + at]).map(([, name]) => name);
    const known = (ask) => Object.fromEntries(Object.entries(ask).filter(([name]) => !unknown.includes(name)));
    return present({ ...position, asks: (position.asks ?? []).map(known) });
  }

  perft(record, depth) {
    return Number(this.#call('perft', record, depth));
  }
}

/** Which of two lists of numbers is higher, compared from the left. */
function compare(one, other) {
  const place = firstDifference(one, other);
  return (one[place] ?? -Infinity) === (other[place] ?? -Infinity) ? 0 : (one[place] ?? -Infinity) - (other[place] ?? -Infinity);
}

function firstDifference(one, other) {
  const place = one.findIndex((number, at) => number !== other[at]);
  return place < 0 ? one.length : place;
}

/** A part of a position with the number of pieces in place of those that are not seen. */
function counted(layout, zone, part, flags) {
  if (zone.owned) return part.map((pieces, owner) => (flags[owner] ? pieces : pieces.length));
  if (!zone.owner) return flags[0] ? part : part.length;
  const names = layout.kinds[zone.owner.of].map(String);
  const entries = Object.entries(part).map(([name, pieces]) => [name, flags[names.indexOf(name)] ? pieces : pieces.length]);
  return Object.fromEntries(entries);
}

/** What a player sees of a variable: nothing, or the values of some players. */
function visible(value, viewers, player, team) {
  if (value === undefined || viewers === 'nobody') return undefined;
  const sees = (owner) => (viewers === 'owner' ? owner === player : team[owner] === 1);
  const found = Object.entries(value).filter(([owner]) => sees(Number(owner)));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
