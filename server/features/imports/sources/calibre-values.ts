import { plainText } from '../../../media/epub/plain-text.ts';
import { foreignText, idOf } from './values.ts';

type Row = Record<string, unknown>;

/** The id of a file: every format of a book is a book here. */
export const fileId = (book: unknown, format: unknown): string =>
  `${idOf(book)}/${foreignText(format, 20)?.toLowerCase() ?? ''}`;
export const idsOf = (files: ReadonlyMap<string, Row[]>, book: unknown): string[] =>
  (files.get(idOf(book)) ?? []).map(({ format }) => fileId(book, format));

/** `eng` is `en`. */
export const languageTag = (code: string | undefined): string | null => {
  try {
    return code === undefined ? null : (Intl.getCanonicalLocales(code)[0] ?? null);
  } catch {
    return null;
  }
};

/** Comments are HTML; a summary is text. */
export const textOfHtml = (html: string | undefined): string | null =>
  html === undefined ? null : foreignText(plainText(html), 20_000);
