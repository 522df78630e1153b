import type { EmbeddedMetadata } from '../server/media/metadata.ts';
import { must } from './target.ts';

const isFinite = (value: number | null) => value === null || Number.isFinite(value);

/** Tokens of XML documents. */
export const xmlTokens: readonly string[] = [
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '&b;', '&#65;', '&#x10ffff;', '&amp;', '<![CDATA[', ']]>'],
  ...['<!--', '-->', '<?', '?>', '</', '/>', '="', "='", '__proto__', 'constructor'],
  ...['encoding="utf-16"', 'encoding="shift_jis"', '\xff\xfe', '\xfe\xff', '\0'],
];

/** Asserts what holds for metadata from any file; returns which fields it has. */
export const checkMetadata = (info: EmbeddedMetadata, input: Buffer): string => {
  for (const name of ['number', 'volume', 'count', 'age_rating', 'community_rating'] as const) {
    must(isFinite(info[name] ?? null), `${name} is a number`);
  }
  must(info.release_date === null || /^\d{4}-\d\d-\d\d$/.test(info.release_date), 'a date is one');
  must(
    info.web_links.every(({ url }) => /^https?:\/\//.test(url)),
    'a link leads to the web',
  );
  must(Object.getPrototypeOf(info) === Object.prototype, 'no foreign prototype');
  // The stored JSON must not be much larger than the input.
  must(JSON.stringify(info).length < 64 * (input.length + 1024), 'no more text than was given');
  return Object.values(info)
    .map((value) => (value === null || (Array.isArray(value) && value.length === 0) ? 0 : 1))
    .join('');
};
