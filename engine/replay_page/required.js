// A check for values that may be missing.

/**
 * Returns a value. Throws an Error if it is null or undefined.
 * @template T
 * @param {T | null | undefined} value
 * @param {string} name what is missing, for the message of the error
 * @returns {T}
 */
export function required(value, name) {
  if (value === null || value === undefined) throw new Error(`missing: ${name}`);
  return value;
}
