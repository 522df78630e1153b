import { clamp } from '../../../../shared/clamp.ts';
import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { isAbsolute, withSlashes } from '../folder-mapping.ts';
import { copyGivenFile } from './copy-file.ts';
import { csvRows } from './csv-rows.ts';
import {
  completionRecord,
  idFrom,
  noHashes,
  onlyReader,
  progressRecord,
  undated,
} from './records.ts';
import type { FileSource } from './source.ts';
import { countOf, dayOrInstant, foreignText, numberOf, yesOf } from './values.ts';

const maxBytes = 256 * 1024 ** 2;
/** Rows per batch. */
const batchSize = 500;

/** Columns that are read. Only path or title is required; all others are optional. */
type Column =
  | 'path'
  | 'title'
  | 'series'
  | 'number'
  | 'person'
  | 'page'
  | 'pages'
  | 'percent'
  | 'completed'
  | 'started_at'
  | 'read_at'
  | 'completed_at'
  | 'rating'
  | 'review'
  | 'want_to_read';

/** The cells of a row by the names of their columns. */
type Cells = (name: Column) => string | null;

/** Reads a table of books with the data of users about them, one row per book and user. */
export const csvSource: FileSource = {
  fileNames: [],
  async *records({ path, folder, signal }) {
    const copy = await copyGivenFile(path, { folder, maxBytes, signal });
    try {
      const root = await commonFolder(copy.file);
      if (root !== null) {
        yield [{ kind: 'library', id: library, name: 'CSV', folders: [root] }];
      }
      let batch: ImportRecord[] = [];
      let count = 0;
      for await (const cells of rowsOf(copy.file)) {
        batch.push(...recordsOf(cells));
        count += 1;
        if (count % batchSize > 0) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    } finally {
      await copy.remove();
    }
  },
};

const library = 'csv';

async function* rowsOf(file: string): AsyncGenerator<Cells> {
  let columnIndexes: Map<string, number> | undefined;
  for await (const row of csvRows(file)) {
    if (columnIndexes === undefined) {
      columnIndexes = new Map(row.map((name, index) => [name.trim().toLowerCase(), index]));
      if (!columnIndexes.has('path') && !columnIndexes.has('title')) {
        throw new ForeignDatabaseError(
          'The first line of this file does not name its columns. One of them must be path or title.',
        );
      }
      continue;
    }
    const columns = columnIndexes;
    yield (name) => {
      const text = foreignText(row[columns.get(name) ?? -1], 20_000);
      // Removes the apostrophe that Octavo and other programs put before text that a spreadsheet would run.
      return text?.replace(/^'(?=[=+\-@|%])/, '') ?? null;
    };
  }
}

/** The deepest folder that contains all absolute paths; null if there are none. */
const commonFolder = async (file: string): Promise<string | null> => {
  let common: string[] | null = null;
  for await (const cells of rowsOf(file)) {
    const path = cells('path');
    if (path === null || !isAbsolute(path)) continue;
    const parts = withSlashes(path).split('/').slice(0, -1);
    if (common === null) common = parts;
    else {
      const end = common.findIndex((part, index) => part !== parts[index]);
      if (end >= 0) common = common.slice(0, end);
    }
  }
  return common === null ? null : common.join('/') || '/';
};

const recordsOf = (cells: Cells): ImportRecord[] => {
  const path = cells('path');
  const title = cells('title')?.slice(0, 500) ?? null;
  const name = title ?? path?.split(/[/\\]/).at(-1)?.slice(0, 500);
  if (!name || (path !== null && path.length > 4096)) return [];
  const seriesName = cells('series')?.slice(0, 500) ?? null;
  const number = numberOf(decimal(cells('number')));
  const series = seriesName === null ? null : idFrom('series', seriesName);
  const reader = onlyReader(cells('person')?.slice(0, 100) ?? 'CSV');
  const book = path === null ? idFrom(seriesName ?? '', number ?? '', name) : idFrom(path);
  const pages = countOf(cells('pages')) || null;
  const records: ImportRecord[] = [reader];
  if (seriesName !== null && series !== null) {
    const home = path !== null && isAbsolute(path) ? library : null;
    records.push({ kind: 'series', id: series, library: home, name: seriesName, folder: null });
  }
  records.push({
    kind: 'book',
    ...{ id: book, series, title: name, path, size: null, number, hashes: noHashes, pages },
    library: path !== null && isAbsolute(path) ? library : null,
  });
  const progress = progressOf(cells, { person: reader.id, book, pages });
  if (progress) records.push(progress);
  if (progress?.is_completed) records.push(completionRecord(progress));
  const rating = numberOf(decimal(cells('rating')));
  const review = cells('review')?.slice(0, 5000) ?? null;
  const read_at = progress?.read_at ?? undated;
  const about = { id: `${reader.id}/${book}`, person: reader.id, series: null, book };
  if ((rating !== null && rating > 0) || review !== null) {
    const halfStars = rating === null || rating <= 0 ? null : Math.round(rating);
    records.push({
      kind: 'rating',
      ...{ ...about, review, rated_at: read_at },
      rating: halfStars === null ? null : clamp(halfStars, 1, 10),
    });
  }
  if (yesOf(cells('want_to_read'))) {
    records.push({ kind: 'wanted', ...about, added_at: read_at, position: 0 });
  }
  return records;
};

const decimal = (text: string | null): string | null => text?.replace(',', '.') ?? null;

const progressOf = (
  cells: Cells,
  { person, book, pages }: { person: string; book: string; pages: number | null },
) => {
  const page = countOf(cells('page'));
  const percent = numberOf(decimal(cells('percent')));
  const done = dayOrInstant(cells('completed_at'));
  const is_completed = done !== null || yesOf(cells('completed')) || percent === 100;
  const share = percent === null ? null : clamp(percent / 100, 0, 1);
  if (!is_completed && !page && !share) return null;
  const started = dayOrInstant(cells('started_at'));
  const read_at = dayOrInstant(cells('read_at')) ?? done ?? started ?? undated;
  return progressRecord({
    ...{ person, book, page, pages, share, is_completed, read_at, completed_at: done },
    ...(started === null ? {} : { started_at: started }),
  });
};
