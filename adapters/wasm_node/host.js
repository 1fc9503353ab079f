/** A module at work: records in, records out. It holds all the rules; here is only how it is asked. */

import { readFileSync } from 'node:fs';
import { askedOf, decodeMove, encodeMove, isOver, pending, positionsOf, readPieces, writePieces } from './codec.js';
import { BROKEN_RULES, ILLEGAL_ANSWER, ProtocolError, expectList, malformed } from './errors.js';
import { numberOf, range, valueOf } from './values.js';

const NOT_ASKED = 'turn.not-asked';
const [REST, DEAL] = [0, 1];
const [LEGAL, REFUSED, NOT_TAKEN] = [0, 1, 2];

/** @returns {never} */
function refuse(rules, message = `refused by ${rules.join(', ')}`) {
  throw new ProtocolError(ILLEGAL_ANSWER, message, { rules });
}

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

  /** How positions are read and written: made when it is first wanted. */
  get positions() {
    this.codec ??= positionsOf(this.layout);
    return this.codec;
  }

  #bytes(address, size) {
    return new Uint8Array(this.exports.memory.buffer, address, size);
  }

  #call(name, record, ...more) {
    if (record) this.#bytes(this.areas.record, this.layout.size).set(record);
    const result = this.exports[name](this.areas.record, ...more);
    if (result < 0) throw new ProtocolError(BROKEN_RULES, `the rules contradict themselves (${result})`);
    return result;
  }

  /** The record after a call that goes on with the game. */
  #after(name, record, ...more) {
    this.#call(name, record, ...more);
    return this.#bytes(this.areas.record, this.layout.size).slice();
  }

  /** The first position, after the orders that are given and, with a seed, all other shuffles. */
  start(orders = [], seed = undefined) {
    let record = this.#after('start', null, REST);
    for (const order of orders) {
      if (pending(this.layout, record).length === 0) malformed('shuffles: there are more than are due');
      record = this.#order(record, { order });
    }
    if (seed === undefined) return record;
    this.exports.seed(BigInt.asIntN(64, BigInt(seed)));
    return this.#after('deal', record, DEAL);
  }

  /** The record of a position; what it tells itself need not stand in its ask. */
  read(position) {
    const record = this.positions.write(position);
    if (this.#call('tell', record)) malformed('asks: something that the ask carries is missing');
    return this.#bytes(this.areas.record, this.layout.size).slice();
  }

  write(record) {
    return this.positions.read(record);
  }

  moves(record) {
    if (pending(this.layout, record).length > 0) malformed('no move is due but an order');
    const [count, size, player] = [this.#call('moves', record), this.layout.move, askedOf(record)];
    if (count === 0 && !isOver(record)) throw new ProtocolError(BROKEN_RULES, 'the ask has no legal answer');
    const listed = this.#bytes(this.areas.moves, count * size);
    return range(count).map((place) => decodeMove(this.layout, listed.subarray(place * size), player));
  }

  /** The rules that refuse a move, none if it is legal; the module has then put its arguments in canonical order. */
  refusals(record, given) {
    const move = encodeMove(this.layout, given, askedOf(record));
    const isAsked = !isOver(record) && pending(this.layout, record).length === 0;
    if (!isAsked || (given.player ?? askedOf(record)) !== askedOf(record)) return [NOT_ASKED];
    this.#bytes(this.areas.move, move.length).set(move);
    const code = this.#call('judge', record, this.areas.move);
    const { rule, requirements } = this.layout.actions.find(({ name }) => name in given);
    if (code === LEGAL) return [];
    if (code === NOT_TAKEN) return [NOT_ASKED];
    if (code !== REFUSED) return [rule];
    const flags = this.#bytes(this.areas.judged, requirements.length);
    return [...new Set(requirements.filter((_, place) => flags[place]))];
  }

  /** The position after an answer: a move, or the order of a zone. */
  apply(record, answer) {
    if (answer.shuffle !== undefined) return this.#order(record, answer);
    const rules = this.refusals(record, answer);
    return rules.length > 0 ? refuse(rules) : this.#after('apply', record, this.areas.move, REST);
  }

  #order(record, answer) {
    const [place] = pending(this.layout, record);
    if (!place) refuse([NOT_ASKED], 'no order is due');
    const [due] = this.write(record).asks;
    const other = ['shuffle', 'owner', 'step'].find((name) => name in answer && answer[name] !== due[name]);
    if (other) refuse([NOT_ASKED], `${other}: ${due[other]} is due`);
    const { zone, owner } = place;
    const numbers = expectList(answer.order, 'order').map((piece) => numberOf(this.layout, zone.type, piece, 'order'));
    const sorted = (list) => [...list].sort((one, another) => one - another).join();
    if (sorted(numbers) !== sorted(readPieces(zone, owner, record))) {
      refuse([NOT_ASKED], 'order: these are not the pieces of the zone');
    }
    const written = record.slice();
    writePieces(zone, owner, numbers, written);
    return this.#after('resume', written, REST);
  }

  /** Lines, total and result of every side. */
  score(record) {
    this.#call('score', record);
    this.exports.rank(this.areas.record);
    const { scores, results, lines: mostLines, results_most: mostResults } = this.areas;
    const view = new DataView(this.exports.memory.buffer);
    const count = (at) => range(view.getInt32(at, true));
    return this.layout.teams.map((players, side) => {
      const first = scores + side * (8 + 16 * mostLines);
      const owner = this.layout.sided ? null : side;
      const lines = count(first).map((place) => this.#line(view, first + 8 + 16 * place, owner));
      const best = results + side * (8 + 8 * mostResults);
      const result = count(best).map((place) => Number(view.getBigInt64(best + 8 + 8 * place, true)));
      return { side, players, lines, total: lines.reduce((sum, line) => sum + line.points, 0), result };
    });
  }

  #line(view, at, owner) {
    const { rule, key } = this.layout.scores[view.getInt32(at, true)];
    const points = Number(view.getBigInt64(at + 8, true));
    return key ? { rule, key: valueOf(this.layout, key, view.getInt32(at + 4, true), owner), points } : { rule, points };
  }

  /** The sides in groups, best first; a group says which of its numbers puts it before the next. */
  rank(record) {
    const sides = this.score(record).sort((one, other) => compare(other.result, one.result));
    const groups = [];
    for (const [place, { side, result }] of sides.entries()) {
      const isEqual = place > 0 && compare(sides[place - 1].result, result) === 0;
      if (isEqual) groups.at(-1).sides.push(side);
      else groups.push({ sides: [side] });
      const next = sides[place + 1];
      if (next && compare(result, next.result) !== 0) groups.at(-1).decided_by = parting(result, next.result);
    }
    return groups;
  }

  /** The position as a player may know it. */
  observe(record, player) {
    this.#call('observe', record, player + 1);
    const places = this.layout.zones.reduce((sum, zone) => sum + zone.offsets.length, 0);
    return this.write(this.#bytes(this.areas.seen, this.layout.size + places).slice());
  }

  perft(record, depth) {
    return Number(this.#call('perft', record, depth));
  }
}

/** Which of two lists of numbers is higher, compared from the left. */
function compare(one, other) {
  const place = parting(one, other);
  return (one[place] ?? -Infinity) - (other[place] ?? -Infinity) || 0;
}

/** The first place at which two lists of numbers are not the same. */
function parting(one, other) {
  const place = one.findIndex((number, at) => number !== other[at]);
  return place < 0 ? one.length : place;
}
