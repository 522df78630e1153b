import { setImmediate as pause } from 'node:timers/promises';

import type { FullSeries } from '../../../shared/api/series-record.ts';
import type { RowFilter } from '../../database/condition-types.ts';
import type { Caller } from '../../http/api/caller.ts';
import { neverCached, type Content } from '../../http/api/content.ts';
import type { BooksService, BookWithMetadata } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import { bookColumns, seriesColumns, type Columns } from './columns.ts';
import { byteOrderMark, csvLine, markdownLine, markdownRule } from './csv.ts';

export interface ExportForm {
  format: 'csv' | 'json' | 'markdown';
  bom?: boolean | undefined;
  /** Columns of a table; default: all. */
  columns?: readonly string[] | undefined;
}

/** Selects records by ids or by a filter. */
export type ExportFilter = RowFilter & { ids?: string[] | undefined };

export interface ExportsService {
  series(caller: Caller, form: ExportForm, filter: ExportFilter): Promise<Content>;
  books(caller: Caller, form: ExportForm, filter: ExportFilter): Promise<Content>;
}

/** Records per batch, about 10 ms of work; other requests run between batches. */
const batchSize = 200;
/** SQLite treats a negative LIMIT as no limit. */
const all = -1;

/** Streams library tables as they are generated: only the ids are held in memory. */
export const createExportsService = ({
  series,
  books,
  clock,
}: {
  series: Pick<SeriesService, 'matching' | 'fullRecords'>;
  books: Pick<BooksService, 'matching' | 'fullRecords'>;
  clock: () => Date;
}): ExportsService => {
  const content = <Item>(
    name: string,
    form: ExportForm,
    ids: readonly string[],
    columns: Columns<Item>,
    load: (ids: readonly string[]) => Item[],
  ): Content => ({
    media_type: mediaTypes[form.format],
    etag: crypto.randomUUID(),
    cache_control: neverCached,
    download_name: `${name}-${clock().toISOString().slice(0, 10)}.${form.format === 'markdown' ? 'md' : form.format}`,
    body: { size: null, chunks: () => partsOf(form, ids, chosen(columns, form.columns), load) },
  });

  return {
    series: async (caller, form, { ids, ...filter }) =>
      content<FullSeries>(
        'series',
        form,
        ids ?? (await series.matching(caller, filter, all)),
        seriesColumns,
        (some) => series.fullRecords(caller, some),
      ),
    books: async (caller, form, { ids, ...filter }) =>
      content<BookWithMetadata>(
        'books',
        form,
        ids ?? (await books.matching(caller, filter, all)),
        bookColumns,
        (some) => books.fullRecords(caller, some),
      ),
  };
};

const mediaTypes: Record<ExportForm['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
};

/** The columns with these names, in this order. */
const chosen = <Item>(
  columns: Columns<Item>,
  names: readonly string[] = Object.keys(columns),
): [name: string, cell: (item: Item) => unknown][] =>
  Object.entries(columns)
    .filter(([name]) => names.includes(name))
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));

async function* partsOf<Item>(
  { format, bom }: ExportForm,
  ids: readonly string[],
  columns: readonly [name: string, cell: (item: Item) => unknown][],
  load: (ids: readonly string[]) => Item[],
): AsyncGenerator<Buffer> {
  const isJson = format === 'json';
  const line = format === 'csv' ? csvLine : markdownLine;
  const head = line(columns.map(([name]) => name));
  if (isJson) yield Buffer.from('[\n');
  else if (format === 'csv') yield Buffer.from((bom === true ? byteOrderMark : '') + head);
  else yield Buffer.from(head + markdownRule(columns.length));
  let isFirst = true;
  for (let start = 0; start < ids.length; start += batchSize) {
    const records = load(ids.slice(start, start + batchSize));
    const lines = records.map((record) =>
      isJson ? JSON.stringify(record) : line(columns.map(([, cell]) => cell(record))),
    );
    const separator = isFirst || !isJson ? '' : ',\n';
    isFirst &&= lines.length === 0;
    if (lines.length > 0) yield Buffer.from(separator + lines.join(isJson ? ',\n' : ''));
    await pause();
  }
  if (isJson) yield Buffer.from('\n]\n');
}
