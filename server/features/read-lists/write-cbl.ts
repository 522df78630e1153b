import { escapeXml } from '../../text/escape-xml.ts';
import type { Candidate } from './store.ts';

/** Writes books as a CBL file, omitting unknown values. */
export const writeCbl = (name: string, books: readonly Candidate[]): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ReadingList>',
    `  <Name>${escapeXml(name)}</Name>`,
    '  <Books>',
    ...books.map((book) => `    ${bookElement(book)}`),
    '  </Books>',
    '  <Matchers />',
    '</ReadingList>',
    '',
  ].join('\n');

const bookElement = (book: Candidate): string => {
  const attributes = {
    Series: book.series_name,
    Number: book.number,
    Volume: book.series_year ?? book.volume,
    Year: book.release_year,
  };
  const known = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<Book${known.join('')}><FileName>${escapeXml(book.filename)}</FileName></Book>`;
};
