import { assignments } from '../../scanner/scan/assignments.ts';
import type { EditEntity } from '../../../shared/api/edits.ts';
import type { BookMetadata } from '../../../shared/api/books.ts';
import { editableBookFields, editableSeriesFields } from '../../../shared/api/metadata-fields.ts';
import type { Database } from '../../database/types.ts';
import { emptyBookMetadata } from '../../media/metadata.ts';
import { naturalKey } from '../../text/natural.ts';
import { createVolumeWriter } from '../../scanner/series/volume-store.ts';
import type { Metadata, Values } from './change.ts';

/** A series or a book in the form that edits need. */
export interface EditedRecord {
  id: string;
  title: string;
  series_id: string;
  library_id: string;
  metadata: Metadata;
}

/** Access to the records of one kind. */
export interface RecordsStore {
  /** Returns the ids that belong to a record, without reading the records. */
  known(ids: readonly string[]): Set<string>;
  get(id: string): EditedRecord | undefined;
  put(record: EditedRecord, metadata: Metadata, now: string): void;
}

/** Each is created when it is first used, because their columns are those of the schemas of all fields. */
export const createRecordsStores = (database: Database): Record<EditEntity, RecordsStore> => {
  let series: RecordsStore | undefined;
  let book: RecordsStore | undefined;
  return {
    get series() {
      return (series ??= createSeriesRecords(database));
    },
    get book() {
      return (book ??= createBookRecords(database));
    },
  };
};

const createKnown = (database: Database, table: 'series' | 'books'): RecordsStore['known'] => {
  const known = database
    .prepare<[string], string>(
      `SELECT wanted.value FROM json_each(?) wanted
       WHERE EXISTS (SELECT 1 FROM ${table} WHERE id = wanted.value)`,
    )
    .pluck();
  return (ids) => new Set(known.all(JSON.stringify(ids)));
};

interface StoredLocks {
  series_id: string;
  library_id: string;
  locked_fields: string;
  file_values: string;
}

const toMetadata = (
  values: Values,
  row: Pick<StoredLocks, 'locked_fields' | 'file_values'>,
): Metadata => ({
  values,
  locked: new Set(JSON.parse(row.locked_fields) as string[]),
  file_values: JSON.parse(row.file_values) as Values,
});

const toLocks = ({ locked, file_values }: Metadata) => ({
  locked_fields: JSON.stringify([...locked].sort()),
  file_values: JSON.stringify(file_values),
});

const pick = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

/** Columns of `series` that hold JSON. */
const seriesLists = ['alternate_titles', 'authors', 'genres', 'tags', 'labels', 'external_links'];

const createSeriesRecords = (database: Database): RecordsStore => {
  const row = database.prepare<[string], StoredLocks & Values>(
    `SELECT s.id, s.id AS series_id, l.id AS library_id, s.locked_fields, s.file_values,
       ${editableSeriesFields.map((name) => `s.${name}`).join(', ')}
     FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.id = ?`,
  );
  const update = database.prepare<[Values]>(
    `UPDATE series SET ${assignments(editableSeriesFields)}, name_key = @name_key,
       locked_fields = @locked_fields, file_values = @file_values, metadata_updated_at = @now
     WHERE id = @id`,
  );
  return {
    known: createKnown(database, 'series'),
    get(id) {
      const found = row.get(id);
      if (!found) return undefined;
      const { series_id, library_id } = found;
      const lists = seriesLists.map((name) => [name, JSON.parse(found[name] as string) as unknown]);
      const values = {
        ...pick(found, editableSeriesFields),
        ...Object.fromEntries(lists),
      } as Values;
      const metadata = toMetadata(values, found);
      return { id, title: found.name as string, series_id, library_id, metadata };
    },
    put({ id }, metadata, now) {
      const { values } = metadata;
      const lists = seriesLists.map((name) => [name, JSON.stringify(values[name])]);
      update.run({
        ...values,
        ...(Object.fromEntries(lists) as Values),
        ...toLocks(metadata),
        name_key: naturalKey(values.name_sort as string),
        id,
        now,
      });
    },
  };
};

/** Fields that determine the volume of a book and the order of its series. */
const numberFields = ['number', 'volume', 'chapter'] as const;

const createBookRecords = (database: Database): RecordsStore => {
  /** Fields that are columns of `books`; the others are in `metadata`. */
  const bookColumns = editableBookFields.filter(
    (name) => name === 'summary' || !(name in emptyBookMetadata),
  );
  const row = database.prepare<[string], StoredLocks & Values & { metadata: string }>(
    `SELECT b.id, s.id AS series_id, l.id AS library_id, b.locked_fields, b.file_values, b.metadata,
       ${bookColumns.map((name) => `b.${name}`).join(', ')}
     FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk
     WHERE b.id = ?`,
  );
  const update = database.prepare<[Values]>(
    `UPDATE books SET ${assignments(bookColumns)}, title_key = @title_key,
       metadata = json_patch(metadata, @metadata), locked_fields = @locked_fields, file_values = @file_values, modified_at = @now
     WHERE id = @id`,
  );
  // Updated at once, because the rating determines who sees the series. A series.json is read by the next
  // scan.
  const rateSeries = database.prepare<[string]>(
    `UPDATE series SET age_rating = (SELECT max(b.metadata ->> 'age_rating') FROM books b
       WHERE b.series_pk = series.pk AND b.missing_since IS NULL)
     WHERE id = ? AND coalesce(sidecar_modified_ms, -1) < 0
       AND NOT EXISTS (SELECT 1 FROM json_each(locked_fields) WHERE value = 'age_rating')`,
  );
  // Makes the next scan summarise the series from its books again, even if its series.json has not changed.
  const askForSummary = database.prepare<[string]>(
    'UPDATE series SET sidecar_modified_ms = -1 WHERE id = ?',
  );
  const seriesKey = database
    .prepare<[string], number>('SELECT pk FROM series WHERE id = ?')
    .pluck();
  const { refreshVolumes } = createVolumeWriter(database);
  return {
    known: createKnown(database, 'books'),
    get(id) {
      const found = row.get(id);
      if (!found) return undefined;
      const { series_id, library_id } = found;
      const stored = JSON.parse(found.metadata) as Partial<BookMetadata>;
      const values = pick(
        { ...emptyBookMetadata, ...stored, ...pick(found, bookColumns) },
        editableBookFields,
      );
      const metadata = toMetadata(values, found);
      return { id, title: found.title as string, series_id, library_id, metadata };
    },
    put({ id, series_id, metadata: before }, metadata, now) {
      const { values } = metadata;
      const inMetadata = editableBookFields.filter((name) => name in emptyBookMetadata);
      update.run({
        ...pick(values, bookColumns),
        ...toLocks(metadata),
        metadata: JSON.stringify(pick(values, inMetadata)),
        title_key: naturalKey(values.title_sort as string),
        id,
        now,
      });
      if (values.age_rating !== before.values.age_rating) rateSeries.run(series_id);
      if (numberFields.some((field) => values[field] !== before.values[field])) {
        const seriesPk = seriesKey.get(series_id);
        if (seriesPk !== undefined) refreshVolumes(seriesPk);
      }
      askForSummary.run(series_id);
    },
  };
};
