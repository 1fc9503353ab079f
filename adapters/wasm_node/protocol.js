/** JSON-RPC 2.0, one message a line: from a line of text to the line that answers it. Nothing is remembered. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as errors from './errors.js';
import { ProtocolError, expectList, expectNumber, expectObject, expectText, isObject, malformed } from './errors.js';
import { Game } from './host.js';

const DEEPEST_PERFT = 1000;

/** The modules of a folder, by ruleset and number of players; they say themselves what they play. */
export class Shelf {
  #games = new Map();

  /** @param {string} folder with files that `tilelaw rules compile` has written */
  constructor(folder) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.wasm'))) {
      const game = new Game(join(folder, file));
      this.#games.set(key(game.layout.ruleset, game.layout.players), game);
    }
  }

  game(ruleset, players) {
    const name = key(expectText(ruleset, 'ruleset'), expectNumber(players, 'players'));
    return this.#games.get(name) ?? malformed(`there is no module of ${name}`);
  }

  /** What is played: exactly what there are modules of. */
  get claims() {
    const layouts = [...this.#games.values()].map(({ layout }) => layout);
    return [...new Set(layouts.map(({ ruleset }) => ruleset))].map((name) => {
      const players = layouts.filter(({ ruleset }) => ruleset === name).map((layout) => layout.players);
      return { name, players: players.sort((one, other) => one - other) };
    });
  }
}

/** The order of additions does not matter. */
function key(ruleset, players) {
  const [mode, ...additions] = ruleset.split('+');
  return `${[mode, ...additions.sort()].join('+')} for ${players}`;
}

/** A position as it is sent: the game it is of, and its record. */
function locate(shelf, position) {
  const { state, history } = expectObject(position, 'position');
  const { start, answers } = state ? { start: state, answers: [] } : expectObject(history, 'history');
  const game = shelf.game(expectObject(start, 'start').ruleset, start.players);
  const isBare = !state && Object.keys(start).every((name) => name === 'ruleset' || name === 'players');
  return { game, record: played(game, isBare ? game.start() : game.read(start), answers) };
}

function played(game, record, answers) {
  return expectList(answers, 'answers').reduce((here, answer) => game.apply(here, expectObject(answer, 'answer')), record);
}

/** A method that asks about a position. */
const at = (ask) => (shelf, { position, ...more }) => {
  const { game, record } = locate(shelf, position);
  return ask(game, record, more);
};

const METHODS = new Map(
  Object.entries({
    hello: (shelf) => ({
      name: 'wasm-node',
      version: '1.0.0',
      protocol: 1,
      rulesets: shelf.claims,
      methods: [...METHODS.keys()],
      levels: ['legality', 'transitions', 'results', 'observations', 'reasons'],
      positions: ['state', 'history'],
      steps: 'ask',
    }),
    components: (shelf, { ruleset, players }) => ({ components: shelf.game(ruleset, players).manifest.components }),
    start(shelf, { ruleset, players, shuffles, seed }) {
      const game = shelf.game(ruleset, players);
      const chance = seed === undefined ? undefined : expectNumber(seed, 'seed');
      return { state: game.write(game.start(expectList(shuffles ?? [], 'shuffles'), chance)) };
    },
    moves: at((game, record) => ({ moves: game.moves(record) })),
    judge: at((game, record, { move }) => {
      const rules = game.refusals(record, expectObject(move, 'move'));
      return rules.length === 0 ? { legal: true } : { legal: false, rules };
    }),
    apply: at((game, record, { answers }) => ({ state: game.write(played(game, record, answers)) })),
    score: at((game, record) => ({ sides: game.score(record) })),
    rank: at((game, record) => ({ groups: game.rank(record) })),
    observe: at((game, record, { player }) => ({
      observation: game.observe(record, expectNumber(player, 'player', 0, game.layout.players - 1)),
    })),
    perft: at((game, record, { depth }) => ({
      nodes: game.perft(record, expectNumber(depth, 'depth', 0, DEEPEST_PERFT)),
    })),
    bye: () => ({}),
  }),
);

/** @returns {{ reply?: string, done?: boolean }} the line to send back, if any, and whether that was the goodbye */
export function answerLine(shelf, line) {
  let id = null;
  let wantsReply = true;
  const reply = (outcome) => (wantsReply ? JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) : undefined);
  try {
    const request = parse(line);
    id = ['string', 'number'].includes(typeof request?.id) ? request.id : null;
    if (!isObject(request) || request.jsonrpc !== '2.0' || typeof request.method !== 'string') {
      throw new ProtocolError(errors.INVALID_REQUEST, 'the line is no JSON-RPC 2.0 request');
    }
    wantsReply = 'id' in request; // who sends no id wants no answer
    const run = METHODS.get(request.method);
    if (!run) throw new ProtocolError(errors.METHOD_NOT_FOUND, 'there is no such method');
    const result = run(shelf, expectObject(request.params ?? {}, 'params'));
    return { reply: reply({ result }), done: request.method === 'bye' };
  } catch (error) {
    return { reply: reply({ error: describe(error) }) };
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolError(errors.PARSE_ERROR, 'the line is no JSON');
  }
}

/** Only our own errors speak for themselves; of any other the caller learns no more than that it is our fault. */
function describe(error) {
  if (error instanceof ProtocolError) return { code: error.code, message: error.message, data: error.data };
  process.stderr.write(`${error.stack}\n`);
  return { code: errors.INTERNAL_ERROR, message: 'the engine failed on this request' };
}
