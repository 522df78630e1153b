import { plainText } from '../../../media/epub/plain-text.ts';
import { foreignText, idOf } from './values.ts';

type Row = Record<string, unknown>;

/** The id of a file. Every format of a calibre book is a separate book in Octavo. */
export const fileId = (book: unknown, format: unknown): string =>
  `${idOf(book)}/${foreignText(format, 20)?.toLowerCase() ?? ''}`;
export const idsOf = (files: ReadonlyMap<string, Row[]>, book: unknown): string[] =>
  (files.get(idOf(book)) ?? []).map(({ format }) => fileId(book, format));

/** Canonicalizes a language code: `eng` becomes `en`. */
export const languageTag = (code: string | undefined): string | null => {
  try {
    return code === undefined ? null : (Intl.getCanonicalLocales(code)[0] ?? null);
  } catch {
    return null;
  }
};

/** Converts the HTML of comments to the plain text of a summary. */
export const textOfHtml = (html: string | undefined): string | null =>
  html === undefined ? null : foreignText(plainText(html), 20_000);
