import type { ColumnTarget, ScanRules } from '../../../shared/api/scan-rules.ts';
import type { ForeignDatabase } from '../../lib/foreign-database/foreign-database.ts';
import { timestampOf } from '../../lib/timestamps.ts';
import { parseAgeRating } from '../../media/age-ratings.ts';
import { plainText } from '../../media/epub/plain-text.ts';

/** Maximum number of custom columns. */
const maxColumns = 200;

/** The table of the values of a column. */
export const tableOf = (id: number) => `custom_column_${id}`;
/** The table that links its values to books. */
export const linkOf = (id: number) => `books_custom_column_${id}_link`;

/** Each custom column has a table, and one of links if books share its values. */
export const customTables: Record<string, string[]> = Object.fromEntries(
  Array.from({ length: maxColumns }, (_, index) => index + 1).flatMap((id) => [
    [tableOf(id), ['id', 'book', 'value']],
    [linkOf(id), ['book', 'value']],
  ]),
);

/** A column that people added. */
export interface CustomColumn {
  id: number;
  /** The lookup name, without #. */
  label: string;
  name: string;
  datatype: string;
}

/** Values of columns for the series of a book, and for a person. */
export interface CalibreChoices {
  labels: string[];
  is_read: boolean;
  /** UTC; null if it is not known when. */
  read_at: string | null;
}

/** The values of a book in columns that are mapped. */
export interface MappedValues extends CalibreChoices {
  tags: string[];
  genres: string[];
  age_rating: number | null;
  /** Paragraphs. */
  summary: string[];
}

const labelText = /^[\p{L}\p{N}_]{1,100}$/u;
const maxName = 100;
/** Values of one kind for a book. */
const maxValues = 200;

const shown = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value
        .slice(0, max)
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trim() || null
    : null;

/** The custom columns of a library. */
export const readColumns = async (database: ForeignDatabase): Promise<CustomColumn[]> => {
  if (!database.has('custom_columns', 'label')) return [];
  const rows = await database.all<Record<string, unknown>>(
    'SELECT id, label, name, datatype FROM custom_columns ORDER BY id',
  );
  return rows.slice(0, maxColumns).flatMap(({ id, label, name, datatype }) =>
    typeof id === 'number' && typeof label === 'string' && labelText.test(label)
      ? [
          {
            id,
            label,
            name: shown(name, maxName) ?? label,
            datatype: shown(datatype, 20) ?? 'text',
          },
        ]
      : [],
  );
};

/** Guesses the use of a column by its type and name; null: it is not used. */
export const suggestTarget = ({ label, datatype }: CustomColumn): ColumnTarget | null => {
  const isRead = /(^|_)(read|gelesen|finished|done|lu)($|_)/i.test(label);
  if (datatype === 'bool' || datatype === 'datetime') return isRead ? 'read' : null;
  if (/age|alter|fsk/i.test(label)) return 'age_rating';
  if (/genre|gattung/i.test(label)) return 'genres';
  if (datatype === 'text' || datatype === 'enumeration') return 'tags';
  return null;
};

const noValues = (): MappedValues => ({
  ...{ tags: [], genres: [], labels: [], summary: [] },
  ...{ age_rating: null, is_read: false, read_at: null },
});

const instantOf = (value: unknown): string | null => {
  const time = typeof value === 'string' ? Date.parse(value.replace(' ', 'T')) : Number.NaN;
  return time > 0 ? timestampOf(time) : null;
};

/** A value as text: the name of the column for a yes, and a number with the name of the column. */
const textOf = ({ name, datatype }: CustomColumn, value: unknown): string | null => {
  if (datatype === 'bool') return value === 1 ? name : null;
  if (typeof value === 'number') return Number.isFinite(value) ? `${name}: ${value}` : null;
  return shown(value, 255);
};

const addValue = (
  values: MappedValues,
  { column, target }: { column: CustomColumn; target: ColumnTarget },
  value: unknown,
): void => {
  switch (target) {
    case 'read':
      if (column.datatype === 'datetime') values.read_at = instantOf(value) ?? values.read_at;
      values.is_read ||= value === 1 || values.read_at !== null;
      return;
    case 'age_rating': {
      const age = typeof value === 'number' ? value : parseAgeRating(shown(value, maxName));
      if (age !== null && Number.isInteger(age) && age >= 0 && age < 100) values.age_rating = age;
      return;
    }
    case 'summary': {
      const text = typeof value === 'string' ? plainText(value.slice(0, 256 * 1024)) : null;
      if (text) values.summary.push(text);
      return;
    }
    case 'tags':
    case 'genres':
    case 'labels': {
      const text = textOf(column, value);
      if (text !== null && values[target].length < maxValues) values[target].push(text);
    }
  }
};

/** The values of each book in the columns that are mapped. */
export const readMappedValues = async (
  database: ForeignDatabase,
  columns: ScanRules['calibre_columns'],
): Promise<Map<unknown, MappedValues>> => {
  const found = new Map<unknown, MappedValues>();
  for (const column of await readColumns(database)) {
    const { [column.label]: target } = columns;
    const { id } = column;
    if (target === undefined || !database.has(tableOf(id), 'value')) continue;
    const isShared = database.has(linkOf(id), 'value');
    if (!isShared && !database.has(tableOf(id), 'book')) continue;
    const rows = database.batches<{ book: unknown; value: unknown }>(
      isShared
        ? `SELECT l.book, v.value FROM ${linkOf(id)} l JOIN ${tableOf(id)} v ON v.id = l.value ORDER BY l.rowid`
        : `SELECT book, value FROM ${tableOf(id)}`,
    );
    for await (const batch of rows) {
      for (const { book, value } of batch) {
        const values = found.get(book) ?? noValues();
        addValue(values, { column, target }, value);
        found.set(book, values);
      }
    }
  }
  return found;
};
