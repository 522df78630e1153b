import { clamp } from '../../../../shared/clamp.ts';
import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import { linkOf, tableOf } from '../../../scanner/calibre/custom-columns.ts';
import { flagOf, foreignText, idOf, instantOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;

/** Values of custom columns, by book. */
export interface CustomValues {
  /** Books with the value "yes" in a column such as #read. */
  read: Set<string>;
  /** When books were finished, UTC. */
  finished: Map<string, string>;
  /** Reading progress from 0 to 1. */
  progress: Map<string, number>;
  /** Reviews as HTML. */
  reviews: Map<string, string>;
  /** Other values, prefixed with the name of their column: `Shelf: Attic`. */
  tags: Map<string, string[]>;
}

const labels = {
  read: /^(read|gelesen|is_?read|finished|done|lu)$/i,
  finished: /(finish|read|gelesen|complet|done|lu)/i,
  progress: /(progress|percent|fortschritt)/i,
  review: /(review|opinion|notes?|meinung|rezension|kommentar)/i,
};

export const customValues = async (database: ForeignDatabase): Promise<CustomValues> => {
  const found: CustomValues = {
    read: new Set(),
    finished: new Map(),
    progress: new Map(),
    reviews: new Map(),
    tags: new Map(),
  };
  const columns = await database.all<Row>(
    'SELECT id, label, name, datatype, normalized FROM custom_columns ORDER BY id',
  );
  for (const column of columns) {
    const id = numberOf(column['id']) ?? 0;
    if (!database.has(tableOf(id), 'value')) continue;
    const isShared = flagOf(column['normalized']) && database.has(linkOf(id), 'value');
    if (!isShared && !database.has(tableOf(id), 'book')) continue;
    const rows = await database.all<Row>(
      isShared
        ? `SELECT l.book, v.value FROM ${linkOf(id)} l JOIN ${tableOf(id)} v ON v.id = l.value ORDER BY l.rowid`
        : `SELECT book, value FROM ${tableOf(id)}`,
    );
    for (const row of rows) addValue(found, column, idOf(row['book']), row['value']);
  }
  return found;
};

const addValue = (found: CustomValues, column: Row, book: string, value: unknown): void => {
  const label = foreignText(column['label']) ?? '';
  const name = foreignText(column['name'], 100) ?? label;
  const addTag = (text: string | null) => {
    if (text !== null) found.tags.set(book, [...(found.tags.get(book) ?? []), text.slice(0, 255)]);
  };
  switch (column['datatype']) {
    case 'bool':
      if (labels.read.test(label)) {
        if (flagOf(value)) found.read.add(book);
      } else if (flagOf(value)) addTag(name);
      return;
    case 'datetime': {
      const day = instantOf(value);
      if (labels.finished.test(label) && day !== null) found.finished.set(book, day);
      return;
    }
    case 'float':
    case 'int': {
      const number = numberOf(value);
      if (number === null) return;
      if (!labels.progress.test(label)) addTag(`${name}: ${number}`);
      else found.progress.set(book, clamp(number > 1 ? number / 100 : number, 0, 1));
      return;
    }
    case 'comments': {
      const text = foreignText(value, 20_000);
      if (labels.review.test(label) && text !== null) found.reviews.set(book, text);
      return;
    }
    case 'text':
    case 'enumeration': {
      const text = foreignText(value, 150);
      addTag(text && `${name}: ${text}`);
      return;
    }
    default:
  }
};
