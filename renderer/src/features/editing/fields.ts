import { readingDirections } from '../../../../shared/api/libraries.ts';
import {
  bookInput,
  seriesInput,
  type BookField,
  type SeriesField,
} from '../../../../shared/api/metadata-fields.ts';
import { seriesStatuses } from '../../../../shared/api/series-record.ts';
import type { EditEntity } from '../../../../shared/api/edits.ts';
import { parseUrl } from '../../ui/text/parse-url.ts';

type EditorTab = 'general' | 'details' | 'authors' | 'titles' | 'tags' | 'links' | 'cover';

export type FieldName = SeriesField | BookField;

/** Lists of records; the first of their columns identifies a row. */
export type RowsKind = 'authors' | 'titles' | 'links' | 'arcs';
export type FieldKind =
  'line' | 'text' | 'number' | 'age' | 'date' | 'choice' | 'words' | 'labels' | RowsKind;

export interface FieldSpec {
  name: FieldName;
  kind: FieldKind;
  tab: EditorTab;
  /** Options of a `choice` field. */
  options?: readonly string[];
  /** Half width. */
  short?: boolean;
  /** Never read from files, so that it has no lock. */
  isOurs?: boolean;
  /** Not available in the bulk editor. */
  single?: boolean;
}

const series: readonly FieldSpec[] = [
  { name: 'name', kind: 'line', tab: 'general', single: true },
  { name: 'name_sort', kind: 'line', tab: 'general', single: true },
  { name: 'summary', kind: 'text', tab: 'general' },
  { name: 'status', kind: 'choice', tab: 'general', options: seriesStatuses, short: true },
  { name: 'language', kind: 'line', tab: 'general', short: true },
  { name: 'year', kind: 'number', tab: 'general', short: true },
  { name: 'release_date', kind: 'date', tab: 'general', short: true },
  { name: 'publisher', kind: 'line', tab: 'details', short: true },
  { name: 'imprint', kind: 'line', tab: 'details', short: true },
  { name: 'age_rating', kind: 'age', tab: 'details', short: true },
  {
    name: 'reading_direction',
    kind: 'choice',
    tab: 'details',
    options: readingDirections,
    short: true,
  },
  { name: 'total_volumes', kind: 'number', tab: 'details', short: true },
  { name: 'total_chapters', kind: 'number', tab: 'details', short: true },
  { name: 'authors', kind: 'authors', tab: 'authors' },
  { name: 'original_title', kind: 'line', tab: 'titles', single: true },
  { name: 'alternate_titles', kind: 'titles', tab: 'titles', single: true },
  { name: 'genres', kind: 'words', tab: 'tags' },
  { name: 'tags', kind: 'words', tab: 'tags' },
  { name: 'labels', kind: 'labels', tab: 'tags', isOurs: true },
  { name: 'external_links', kind: 'links', tab: 'links' },
];

const book: readonly FieldSpec[] = [
  { name: 'title', kind: 'line', tab: 'general', single: true },
  { name: 'title_sort', kind: 'line', tab: 'general', single: true },
  { name: 'number', kind: 'number', tab: 'general', short: true, single: true },
  { name: 'volume', kind: 'number', tab: 'general', short: true },
  { name: 'chapter', kind: 'number', tab: 'general', short: true },
  { name: 'release_date', kind: 'date', tab: 'general', short: true },
  { name: 'summary', kind: 'text', tab: 'general' },
  { name: 'publisher', kind: 'line', tab: 'details', short: true },
  { name: 'imprint', kind: 'line', tab: 'details', short: true },
  { name: 'language', kind: 'line', tab: 'details', short: true },
  { name: 'age_rating', kind: 'age', tab: 'details', short: true },
  { name: 'isbn', kind: 'line', tab: 'details', short: true, single: true },
  { name: 'story_arcs', kind: 'arcs', tab: 'details' },
  { name: 'authors', kind: 'authors', tab: 'authors' },
  { name: 'genres', kind: 'words', tab: 'tags' },
  { name: 'tags', kind: 'words', tab: 'tags' },
  { name: 'characters', kind: 'words', tab: 'tags' },
  { name: 'teams', kind: 'words', tab: 'tags' },
  { name: 'locations', kind: 'words', tab: 'tags' },
  { name: 'web_links', kind: 'links', tab: 'links' },
];

export const fieldSpecs: Readonly<Record<EditEntity, readonly FieldSpec[]>> = { series, book };

export const isList = (kind: FieldKind): boolean =>
  ['words', 'labels', 'authors', 'titles', 'links', 'arcs'].includes(kind);

/** Columns of the record lists. */
export const columns = {
  authors: ['name', 'role'],
  titles: ['title', 'label'],
  links: ['url', 'label'],
  arcs: ['name', 'number'],
} as const satisfies Record<RowsKind, readonly string[]>;

export type Row = Record<string, string>;

/** Input value: text, a list of words, or rows. */
export type InputValue = string | string[] | Row[];

export const toInput = (kind: FieldKind, value: unknown): InputValue => {
  if (kind === 'words' || kind === 'labels') return (value ?? []) as string[];
  if (!isList(kind)) return asText(value);
  return ((value ?? []) as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, asText(cell)])),
  );
};

/** The value for the API: blank becomes null; rows without a first column are dropped. */
export const toValue = (kind: FieldKind, input: InputValue): unknown => {
  if (kind === 'number' || kind === 'age') return asNumber(input as string);
  if (!Array.isArray(input)) return input.trim() === '' ? null : input.trim();
  if (kind === 'words' || kind === 'labels') return input;
  const [first] = columns[kind as RowsKind];
  const rows = (input as Row[]).filter((row) => (row[first] ?? '').trim() !== '');
  return rows.map((row) => rowValue(kind as RowsKind, row));
};

const rowValue = (kind: RowsKind, row: Row): Record<string, unknown> => {
  if (kind === 'arcs') return { name: row.name, number: asNumber(row.number ?? '') };
  // A link without a label uses its host name; a title without a label stays unlabelled.
  const label = row.label === undefined || row.label.trim() === '' ? null : row.label;
  if (kind === 'links') return { label: label ?? hostOf(row.url ?? ''), url: row.url };
  return kind === 'titles' ? { label: label ?? '–', title: row.title } : row;
};

const hostOf = (address: string): string => parseUrl(address)?.hostname ?? address;

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Accepts a decimal comma; NaN if not a number. */
const asNumber = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'));

/** Validates a value with the server's schema. */
export const isValid = (entity: EditEntity, name: FieldName, value: unknown): boolean => {
  const shape: Record<string, { safeParse: (value: unknown) => { success: boolean } } | undefined> =
    entity === 'series' ? seriesInput.shape : bookInput.shape;
  return shape[name]?.safeParse(value).success ?? false;
};

export const sameInput = (a: InputValue | undefined, b: InputValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
