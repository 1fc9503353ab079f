/**
 * The one error that crosses the wire, and small checks for JSON that strangers send.
 *
 * Every check either returns the value it was given or throws a `ProtocolError`, so reading a position is a list of
 * expressions and not a ladder of ifs.
 */

import { isTile } from './components.js';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const ILLEGAL_ANSWER = 1001;

export class ProtocolError extends Error {
  /**
   * @param {number} code
   * @param {string} message
   * @param {object} [data]
   */
  constructor(code, message, data) {
    super(message);
    this.name = 'ProtocolError';
    this.code = code;
    this.data = data;
  }
}

/** @returns {never} */
export function malformed(message) {
  throw new ProtocolError(INVALID_PARAMS, message);
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A JSON object that has no other keys than these. Unknown keys are refused instead of ignored: a misspelt `bonus_owed`
 * would otherwise quietly play another game.
 */
export function expectObject(value, what, keys) {
  if (!isObject(value)) malformed(`${what} must be an object`);
  const stranger = Object.keys(value).find((key) => !keys.includes(key));
  if (stranger !== undefined) malformed(`${what} has no ${JSON.stringify(stranger.slice(0, 40))}`);
  return value;
}

export function expectList(value, what, longest = Infinity) {
  if (!Array.isArray(value)) malformed(`${what} must be a list`);
  if (value.length > longest) malformed(`${what} has more than ${longest} entries`);
  return value;
}

export function expectInteger(value, what, least, most) {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    malformed(`${what} must be a whole number from ${least} to ${most}`);
  }
  return value;
}

export function expectMember(value, what, members) {
  if (!members.includes(value)) malformed(`${what} must be one of ${members.join(', ')}`);
  return value;
}

export function expectTile(value, what) {
  if (!isTile(value)) malformed(`${what} must be a tile such as red_green`);
  return value;
}

/** Coordinates, on the board or not: whether they are is a question for the rules. */
export function expectCoordinates(value, what) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isSafeInteger)) {
    malformed(`${what} must be a pair of whole numbers such as [2, -1]`);
  }
  const [q, r] = value;
  return { q, r };
}
