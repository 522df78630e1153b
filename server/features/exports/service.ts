import { setImmediate as pause } from 'node:timers/promises';

import type { FullSeries } from '../../../shared/api/series-record.ts';
import type { RowFilter } from '../../database/condition-sql.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content } from '../../http/api/content.ts';
import type { BooksService, BookWithMetadata } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import { bookColumns, seriesColumns, type Columns } from './columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';

export interface ExportForm {
  format: 'csv' | 'json';
  bom?: boolean | undefined;
}

/** Selects records by ids or by a filter. */
export type ExportFilter = RowFilter & { ids?: string[] | undefined };

export interface ExportsService {
  series(caller: Caller, form: ExportForm, filter: ExportFilter): Promise<Content>;
  books(caller: Caller, form: ExportForm, filter: ExportFilter): Promise<Content>;
}

/** Records read per batch: some 10 ms, then other requests run. */
const batchSize = 200;
/** SQLite treats a negative LIMIT as none. */
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
    media_type: form.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    etag: crypto.randomUUID(),
    cache_control: 'private, no-store',
    download_name: `${name}-${clock().toISOString().slice(0, 10)}.${form.format}`,
    body: { size: null, chunks: () => partsOf(form, ids, columns, load) },
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

async function* partsOf<Item>(
  { format, bom }: ExportForm,
  ids: readonly string[],
  columns: Columns<Item>,
  load: (ids: readonly string[]) => Item[],
): AsyncGenerator<Buffer> {
  const isCsv = format === 'csv';
  yield Buffer.from(
    isCsv ? (bom === true ? byteOrderMark : '') + csvLine(Object.keys(columns)) : '[\n',
  );
  let isFirst = true;
  for (let start = 0; start < ids.length; start += batchSize) {
    const records = load(ids.slice(start, start + batchSize));
    const lines = records.map((record) =>
      isCsv ? csvLine(Object.values(columns).map((cell) => cell(record))) : JSON.stringify(record),
    );
    const separator = isFirst || isCsv ? '' : ',\n';
    isFirst &&= lines.length === 0;
    if (lines.length > 0) yield Buffer.from(separator + lines.join(isCsv ? '' : ',\n'));
    await pause();
  }
  if (!isCsv) yield Buffer.from('\n]\n');
}
