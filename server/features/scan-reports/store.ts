import {
  type EntryKind,
  entryKinds,
  type listScanReports,
  type ScanReport,
} from '../../../shared/api/scan-reports.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import type { Recognition } from '../../scanner/scan/report.ts';
import type { BookNow, EntryRow, ReportLibrary, SeriesNow } from './rows.ts';

const listed = entryKinds
  .map(
    (kind) => `'${kind}', (SELECT count(*) FROM scan_report_entries e
      WHERE e.report_pk = r.pk AND e.kind = '${kind}')`,
  )
  .join(', ');
const report = `json_object('id', r.id, 'library_id', l.id, 'library_name', l.name,
  'task_id', r.task_id, 'mode', r.mode, 'outcome', r.outcome, 'error', r.error,
  'counts', json_object(${entryKinds.map((kind) => `'${kind}', r.${kind}`).join(', ')}),
  'listed', json_object(${listed}), 'started_at', r.started_at, 'finished_at', r.finished_at)`;
const reports = 'scan_reports r JOIN libraries l ON l.pk = r.library_pk';

type Parsed = 'before' | 'after' | 'book' | 'series' | 'other' | 'recognition';
type StoredEntry = Omit<EntryRow, Parsed> & {
  before: string | null;
  after: string | null;
  book: string | null;
  series: string | null;
  other: string | null;
  recognition: string | null;
};

const bookJson = `json_object('pk', b.pk, 'id', b.id, 'title', b.title, 'library_pk', b.library_pk,
  'series_pk', b.series_pk, 'series_id', s.id, 'series_name', s.name, 'path', b.path,
  'embedded_series', b.embedded_series, 'missing_since', b.missing_since,
  'locked_fields', json(b.locked_fields), 'file_values', json(b.file_values),
  'values', json_patch(b.metadata, json_object('title', b.title, 'number', b.number,
    'volume', b.volume, 'chapter', b.chapter, 'release_date', b.release_date,
    'language', b.language, 'summary', b.summary, 'reading_direction', b.reading_direction)))`;
const seriesJson = (alias: string) => `iif(${alias}.pk IS NULL, NULL, json_object('pk', ${alias}.pk,
  'id', ${alias}.id, 'name', ${alias}.name, 'library_pk', ${alias}.library_pk, 'path', ${alias}.path,
  'missing_since', ${alias}.missing_since))`;
const selectEntries = `SELECT e.pk, e.id, e.kind, e.path, e.previous_path, e.previous_fingerprint,
    e.message, e.before, e.after, e.undone_at, iif(b.pk IS NULL, NULL, ${bookJson}) AS book,
    ${seriesJson('t')} AS series, ${seriesJson('o')} AS other, e.recognition
  FROM scan_report_entries e LEFT JOIN books b ON b.pk = e.book_pk
    LEFT JOIN series s ON s.pk = b.series_pk LEFT JOIN series t ON t.pk = e.series_pk
    LEFT JOIN series o ON o.pk = e.other_series_pk`;

const parsed = <Value>(json: string | null) => (json === null ? null : (JSON.parse(json) as Value));

const toRow = ({ before, after, book, series, other, recognition, ...entry }: StoredEntry) =>
  ({
    ...entry,
    before: JSON.parse(before ?? '{}') as EntryRow['before'],
    after: JSON.parse(after ?? '{}') as EntryRow['after'],
    book: parsed<BookNow>(book),
    series: parsed<SeriesNow>(series),
    other: parsed<SeriesNow>(other),
    recognition: parsed<Recognition>(recognition),
  }) satisfies EntryRow;

export const createScanReportsStore = (database: Database) => {
  const value = preparedValues(database);
  const byId = database
    .prepare<[string], string>(`SELECT ${report} FROM ${reports} WHERE r.id = ?`)
    .pluck();
  const libraryOf = database.prepare<[string], ReportLibrary>(
    `SELECT l.pk, l.id, l.series_strategy FROM ${reports} WHERE r.id = ?`,
  );
  const entryByIds = database.prepare<[string, string], StoredEntry>(
    `${selectEntries} WHERE e.report_pk = (SELECT pk FROM scan_reports WHERE id = ?)
       AND e.id IN (SELECT value FROM json_each(?)) ORDER BY e.pk`,
  );
  const inReport = `e.report_pk = (SELECT pk FROM scan_reports WHERE id = @id)
    AND (@kind IS NULL OR e.kind = @kind)`;
  const entries = database.prepare<
    { id: string; kind: string | null; limit: number; offset: number },
    StoredEntry
  >(`${selectEntries} WHERE ${inReport} ORDER BY e.pk LIMIT @limit OFFSET @offset`);
  const lastEntries = database.prepare<
    { id: string; kind: string | null; limit: number; offset: number },
    StoredEntry
  >(`${selectEntries} WHERE ${inReport} ORDER BY e.pk DESC LIMIT @limit OFFSET @offset`);
  const countEntries = database
    .prepare<{ id: string; kind: string | null }, number>(
      `SELECT count(*) FROM scan_report_entries e WHERE ${inReport}`,
    )
    .pluck();
  const setUndone = database.prepare<{ pk: number; undone_at: string | null }>(
    'UPDATE scan_report_entries SET undone_at = @undone_at WHERE pk = @pk',
  );
  const setOther = database.prepare<{ pk: number; other: number | null }>(
    'UPDATE scan_report_entries SET other_series_pk = @other WHERE pk = @pk',
  );

  return {
    list({
      library_id,
      task_id,
      sort,
      ...page
    }: EndpointParsed<typeof listScanReports>['query']): ListPage<ScanReport> {
      const wanted = { library_id: library_id ?? null, task_id: task_id ?? null };
      const from = `FROM ${reports} WHERE (:library_id IS NULL OR l.id = :library_id)
        AND (:task_id IS NULL OR r.task_id = :task_id)`;
      const records = value<string>(
        `SELECT json_group_array(json(record)) FROM (SELECT ${report} AS record ${from}
         ORDER BY r.started_at ${sort.direction}, r.pk ${sort.direction} LIMIT :limit OFFSET :offset)`,
        { ...wanted, ...limits(page) },
      );
      return {
        data: JSON.parse(records) as ScanReport[],
        total: value<number>(`SELECT count(*) ${from}`, wanted),
      };
    },
    get(id: string): ScanReport | undefined {
      const record = byId.get(id);
      return record === undefined ? undefined : (JSON.parse(record) as ScanReport);
    },
    libraryOf: (reportId: string) => libraryOf.get(reportId),
    entries(
      id: string,
      { kind, sort, ...page }: PageRequest & { kind?: EntryKind | undefined },
    ): ListPage<EntryRow> & { data: EntryRow[] } {
      const wanted = { id, kind: kind ?? null };
      const rows = sort.direction === 'asc' ? entries : lastEntries;
      return {
        data: rows.all({ ...wanted, ...limits(page) }).map(toRow),
        total: countEntries.get(wanted) ?? 0,
      };
    },
    entriesById: (reportId: string, ids: readonly string[]): EntryRow[] =>
      entryByIds.all(reportId, JSON.stringify(ids)).map(toRow),
    setUndone: (entryPk: number, undone: boolean) =>
      void setUndone.run({ pk: entryPk, undone_at: undone ? isoNow() : null }),
    setOther: (entryPk: number, seriesPk: number | null) =>
      void setOther.run({ pk: entryPk, other: seriesPk }),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export type ScanReportsStore = ReturnType<typeof createScanReportsStore>;
