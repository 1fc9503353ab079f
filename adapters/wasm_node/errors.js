/** The errors that cross the wire, and small checks for JSON that strangers send. */

export const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS] = [-32700, -32600, -32601, -32602];
export const [INTERNAL_ERROR, ILLEGAL_ANSWER, BROKEN_RULES] = [-32603, 1001, 1002];

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

const expecting = (name, fits) => (value, what) => (fits(value) ? value : malformed(`${what}: expected ${name}`));
export const expectObject = expecting('an object', isObject);
export const expectList = expecting('a list', Array.isArray);
export const expectText = expecting('a text', (value) => typeof value === 'string');

export function expectNumber(value, what, least = -Infinity, most = Infinity) {
  const fits = Number.isSafeInteger(value) && value >= least && value <= most;
  return fits ? value : malformed(`${what}: expected a whole number from ${least} to ${most}`);
}
