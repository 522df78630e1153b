import { gunzipSync } from 'node:zlib';

import { decodedUri } from '../../../text/decoded-uri.ts';
import { timestampOf } from '../../../lib/timestamps.ts';
import { toUtc } from '../../progress/instants.ts';

/**
 * Converts values of foreign rows, which may have any type regardless of the type of their column. Unusable
 * values become null.
 */

export const foreignText = (value: unknown, maxLength = 500): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const clean = text.replaceAll('\0', '').toWellFormed().trim().slice(0, maxLength);
  return clean === '' ? null : clean;
};

export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number.parseFloat(value) : Number(value ?? NaN);
  return Number.isFinite(number) ? number : null;
};

/** Converts a value to an integer of at least 0. */
export const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 || number > 1e15 ? null : Math.trunc(number);
};

export const flagOf = (value: unknown): boolean =>
  value === true || value === 'true' || Number(value) === 1;

/** An id as text; SeaORM stores UUIDs as 16 bytes. */
export const idOf = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').slice(0, 200);
  return foreignText(value, 255) ?? '';
};

const written =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?\d*\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** A time in UTC with the precision of the source. Times without a zone count as UTC. */
export const instantOf = (value: unknown): string | null => {
  if (typeof value === 'number') {
    // Milliseconds or seconds since the epoch.
    return timestampOf(Math.abs(value) > 1e11 ? value : value * 1000);
  }
  const parts = typeof value === 'string' ? written.exec(value.trim()) : null;
  if (!parts) return null;
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  const text = `${day}T${time}${fraction}${zone.toUpperCase()}`;
  return timestampOf(Date.parse(text)) === null ? null : toUtc(text);
};

/** The path of a `file:` URL of any operating system. */
export const pathOfUrl = (value: unknown): string | null => {
  const url = foreignText(value, 16_384);
  if (url === null) return null;
  if (!url.startsWith('file:')) return url.slice(0, 4096);
  const path = decodedUri(url.slice('file:'.length)).replace(/^\/{3,}(?=[^/])/, '//');
  return path.replace(/^\/+(?=[a-z]:\/)/i, '').slice(0, 4096);
};

/** Maximum size of a JSON document: in bytes if stored compressed, in characters if stored as text. */
const maxInflated = 256 * 1024;

/** JSON that is stored as text or compressed; null for anything else. */
export const jsonOf = (value: unknown): unknown => {
  try {
    const text =
      value instanceof Uint8Array
        ? gunzipSync(value, { maxOutputLength: maxInflated }).toString()
        : foreignText(value, maxInflated);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
};

/** Days as tables have them: `2023-12-31`, `2023/12/31` and `31.12.2023`, each with a time or without. */
const days = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ]+(?<time>.+))?$/i,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?: +(?<time>.+))?$/,
];

/** A point in time. Of a day alone, noon in UTC, which is the same day nearly everywhere. */
export const dayOrInstant = (value: unknown): string | null => {
  const text = foreignText(value, 60) ?? '';
  const parts = days.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const { year = '', month = '', day = '', time = '12:00' } = parts;
  const hours = time.replace(/^\d:/, '0$&');
  return instantOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hours}`);
};

/** Whether the value is a form of "yes". */
export const yesOf = (value: unknown): boolean =>
  /^(1|x|y|yes|true|ja|wahr)$/i.test(foreignText(value, 20) ?? '');
