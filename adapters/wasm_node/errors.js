/** The errors that cross the wire, and small checks for JSON that strangers send. */

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const ILLEGAL_ANSWER = 1001;
export const BROKEN_RULES = 1002;

/** An error with a code of the protocol. */
export class ProtocolError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** @returns {never} */
export function malformed(message) {
  throw new ProtocolError(INVALID_PARAMS, message);
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export function expectObject(value, what) {
  return isObject(value) ? value : malformed(`${what}: expected an object`);
}

export function expectList(value, what) {
  return Array.isArray(value) ? value : malformed(`${what}: expected a list`);
}

export function expectText(value, what) {
  return typeof value === 'string' ? value : malformed(`${what}: expected a text`);
}

export function expectNumber(value, what, least = -Infinity, most = Infinity) {
  const fits = Number.isSafeInteger(value) && value >= least && value <= most;
  return fits ? value : malformed(`${what}: expected a whole number from ${least} to ${most}`);
}
