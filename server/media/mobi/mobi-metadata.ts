import { ageRatingAmong } from '../age-ratings.ts';
import { parseIsbn, parseLanguage } from '../comic-info/values.ts';
import { dateOf, sortSubjects } from '../epub/opf-metadata.ts';
import { plainText } from '../epub/plain-text.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { type MobiHeader, numberValueOf, textValuesOf } from './mobi-header.ts';

/** Types of metadata. */
const type = {
  creator: 100,
  publisher: 101,
  description: 103,
  isbn: 104,
  subject: 105,
  date: 106,
  asin: 113,
  fixedLayout: 122,
  cover: 201,
  title: 503,
  otherAsin: 504,
  language: 524,
  writingMode: 525,
  direction: 527,
};

/** Primary languages of Windows identifiers, for books that name no other. */
const languages: Partial<Record<number, string>> = {
  4: 'zh',
  7: 'de',
  9: 'en',
  10: 'es',
  12: 'fr',
  16: 'it',
  17: 'ja',
  18: 'ko',
  19: 'nl',
  21: 'pl',
  22: 'pt',
  25: 'ru',
  29: 'sv',
};

const asin = /^B[0-9A-Z]{9}$/;

/** Whether each text is a page with its own size. */
const isFixedLayout = (header: MobiHeader): boolean =>
  textValuesOf(header, type.fixedLayout)[0] === 'true';

/** Index of the cover among the resources; null without one. */
export const coverIndex = (header: MobiHeader): number | null => numberValueOf(header, type.cover);

/** The metadata of a Kindle book. */
export const readMobiMetadata = (header: MobiHeader): EmbeddedMetadata => {
  const texts = (name: keyof typeof type) => textValuesOf(header, type[name]);
  const [description] = texts('description');
  const subjects = sortSubjects(texts('subject'));
  const isRightToLeft =
    texts('direction')[0] === 'rtl' || /-rl$/.test(texts('writingMode')[0] ?? '');
  const code = [...texts('otherAsin'), ...texts('asin')].find((text) => asin.test(text));
  return {
    ...emptyMetadata,
    ...subjects,
    title: texts('title')[0] ?? (header.title.replaceAll('\0', '').trim() || null),
    // Old books name several people in one text.
    authors: [...new Set(texts('creator').flatMap((names) => names.split(/\s*[;&]\s*/)))]
      .filter((name) => name !== '')
      .map((name) => ({ name, role: 'writer' })),
    publisher: texts('publisher')[0] ?? null,
    language: parseLanguage(texts('language')[0] ?? languages[header.locale & 0x3ff] ?? null),
    release_date: dateOf(texts('date')[0] ?? ''),
    summary: description === undefined ? null : plainText(description),
    isbn: parseIsbn(texts('isbn')[0] ?? null),
    age_rating: ageRatingAmong(subjects.genres),
    reading_direction: isRightToLeft ? 'rtl' : null,
    layout: isFixedLayout(header) ? 'fixed' : 'reflowable',
    identifiers: code === undefined ? [] : [{ type: 'mobi-asin', value: code }],
  };
};
