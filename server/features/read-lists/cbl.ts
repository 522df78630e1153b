import { attributeOf, elementsOf, readXml, textOf, type XmlElement } from '../../media/epub/xml.ts';

/** A book entry of a CBL file. */
export interface CblEntry {
  series: string;
  /** As written: `42`, `1.5`, `HS`. */
  number: string;
  /** Usually the year in which the series began. */
  volume: number | null;
  year: number | null;
  file_name: string | null;
}

export interface CblList {
  name: string;
  summary: string | null;
  /** Entries that name a series. */
  entries: CblEntry[];
  /** Whether each book of the file has a series and a number. */
  isComplete: boolean;
}

/** Why a file is not a usable list, with a message for the user. */
export interface CblProblem {
  problem: 'unreadable' | 'no_name' | 'no_books' | 'too_long';
  sentence: string;
}

const refused = (problem: CblProblem['problem'], sentence: string): CblProblem => ({
  problem,
  sentence,
});

const maxEntries = 10_000;

/**
 * Parses a ComicRack reading list: `<ReadingList><Name/><Books><Book Series="" Number="" Volume=""
 * Year=""/>…`.
 */
export const readCbl = (xml: string): CblList | CblProblem => {
  // The text is already decoded, so the BOM overrides the encoding in its declaration.
  const document = readXml(Buffer.from(`\ufeff${xml}`));
  const root = document?.root;
  if (!root || !isNamed(root, 'ReadingList')) {
    return refused('unreadable', 'This is not a CBL file: it does not begin with a ReadingList.');
  }
  if (!document.complete) return refused('unreadable', 'This CBL file is cut off; get it again.');
  const name = textOf(child(root, 'Name'))?.slice(0, 255) ?? '';
  if (name === '') return refused('no_name', 'This CBL file has no name.');
  const books = elementsOf(child(root, 'Books')).filter((element) => isNamed(element, 'Book'));
  const entries = books.map(entryOf).filter(({ series }) => series !== '');
  if (entries.length === 0) return refused('no_books', 'This CBL file names no books.');
  if (entries.length > maxEntries) {
    return refused('too_long', `A list has at most ${maxEntries} books.`);
  }
  const isComplete =
    entries.length === books.length && books.every((book) => attributeOf(book, 'Number') !== null);
  const summary = textOf(child(root, 'Summary'))?.slice(0, 10_000) ?? null;
  return { name, summary, entries, isComplete };
};

const isNamed = (element: XmlElement, name: string) =>
  element.name.toLowerCase() === name.toLowerCase();

const child = (element: XmlElement, name: string) =>
  elementsOf(element).find((inner) => isNamed(inner, name));

const entryOf = (book: XmlElement): CblEntry => ({
  series: attributeOf(book, 'Series') ?? '',
  number: attributeOf(book, 'Number') ?? '',
  volume: whole(attributeOf(book, 'Volume')),
  year: whole(attributeOf(book, 'Year')),
  file_name: textOf(child(book, 'FileName')),
});

/** ComicRack writes -1 for unknown values. */
const whole = (text: string | null): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
