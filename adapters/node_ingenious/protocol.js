/**
 * JSON-RPC 2.0, one message a line: from a line of text to the line that answers it.
 *
 * Nothing is remembered between two lines. Whatever goes wrong becomes an error object; no line can stop the engine.
 */

import { describeComponents } from './components.js';
import { CLAIMS, resolveRuleset } from './rulesets.js';
import { readMove, writeMove } from './answers.js';
import { writeObservation, writePosition } from './position.js';
import { legalMoves, refusals } from './legality.js';
import { rankSides, scoreSides } from './scoring.js';
import { applyAnswers, locate, perft, startGame } from './play.js';
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  ProtocolError,
  expectInteger,
  isObject,
  malformed,
} from './shapes.js';

const VERSION = 1;
const DEEPEST_PERFT = 1000;

/** The methods of the protocol: parameters in, result out. A Map, because `constructor` is no method. */
const METHODS = new Map(
  Object.entries({
    hello: () => ({
      name: 'node-ingenious',
      version: '1.0.0',
      protocol: VERSION,
      rulesets: CLAIMS,
      methods: [...METHODS.keys()],
      levels: ['legality', 'transitions', 'results', 'observations', 'reasons'],
      positions: ['state', 'history'],
      steps: 'ask',
    }),

    components({ ruleset, players }) {
      resolveRuleset(ruleset, players); // all rulesets share one box, but an unknown one has none
      return { components: describeComponents() };
    },

    start: (params) => ({ state: writePosition(startGame(params)) }),

    moves(params) {
      const position = locate(params.position);
      if (position.due?.shuffle) malformed('the bag must be shuffled first: there are no moves at a shuffle');
      return { moves: legalMoves(position).map(writeMove) };
    },

    judge(params) {
      const position = locate(params.position);
      const rules = refusals(position, readMove(params.move, position.rules));
      return rules.length === 0 ? { legal: true } : { legal: false, rules };
    },

    apply: (params) => ({ state: writePosition(applyAnswers(locate(params.position), params.answers)) }),

    score: (params) => ({ sides: scoreSides(locate(params.position)) }),

    rank: (params) => ({ groups: rankSides(locate(params.position)) }),

    observe(params) {
      const position = locate(params.position);
      const player = expectInteger(params.player, 'player', 0, position.rules.players - 1);
      return { observation: writeObservation(position, player) };
    },

    perft(params) {
      const position = locate(params.position);
      return { nodes: perft(position, expectInteger(params.depth, 'depth', 0, DEEPEST_PERFT)) };
    },

    bye: () => ({}),
  }),
);

/**
 * @param {string} line
 * @returns {{ reply?: string, done?: boolean }} the line to send back, if any, and whether that was the goodbye
 */
export function answerLine(line) {
  let id = null;
  let wantsReply = true;
  const reply = (outcome) => (wantsReply ? JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) : undefined);
  try {
    const request = parse(line);
    id = idOf(request);
    checkRequest(request);
    wantsReply = 'id' in request; // JSON-RPC: who sends no id wants no answer, not even an error
    const result = call(request.method, request.params ?? {});
    return { reply: reply({ result }), done: request.method === 'bye' };
  } catch (error) {
    return { reply: reply({ error: describeError(error) }) };
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolError(PARSE_ERROR, 'the line is no JSON');
  }
}

/** An id that can be sent back, even if the rest of the request turns out to be nonsense. */
function idOf(request) {
  const id = isObject(request) ? request.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function checkRequest(request) {
  const isRequest =
    isObject(request) &&
    request.jsonrpc === '2.0' &&
    typeof request.method === 'string' &&
    (request.id === undefined || request.id === null || idOf(request) !== null);
  if (!isRequest) throw new ProtocolError(INVALID_REQUEST, 'the line is no JSON-RPC 2.0 request');
}

function call(method, params) {
  const run = METHODS.get(method);
  if (!run) throw new ProtocolError(METHOD_NOT_FOUND, 'there is no such method');
  if (!isObject(params)) malformed('params must be an object');
  return run(params);
}

/** Only our own errors speak for themselves; of any other the caller learns no more than that it is our fault. */
function describeError(error) {
  if (!(error instanceof ProtocolError)) return { code: INTERNAL_ERROR, message: 'the engine failed on this request' };
  const { code, message, data } = error;
  return { code, message, ...(data && { data }) };
}
