import { clamp } from '../../shared/clamp.ts';

/**
 * Times of foreign files and feeds. ISO 8601 writes years outside 0 to 9999 with a sign and six digits:
 * those do not sort as text, and the API's schemas reject them.
 */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A time as ISO 8601 in UTC; null for NaN and for other years than 0 to 9999.
 *
 * @param ms milliseconds since 1970
 */
export const timestampOf = (ms: number): string | null =>
  ms >= earliest && ms <= latest ? new Date(ms).toISOString() : null;

/**
 * A time as ISO 8601 in UTC, or the nearest one that the years 0 to 9999 have. Damaged drives give their
 * files any time.
 *
 * @param ms milliseconds since 1970, not NaN
 */
export const nearestTimestamp = (ms: number): string =>
  new Date(clamp(ms, earliest, latest)).toISOString();
