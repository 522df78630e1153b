import {
  importKinds,
  type ImportKind,
  type ImportLine,
  type ImportState,
} from '../../../shared/api/import-record.ts';
import type { listImportLines } from '../../../shared/api/imports.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { type ListPage, jsonBoolean } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { describeRecord } from './describe-record.ts';
import type { ImportRecord, RecordOf } from './model.ts';

/** The match of a line: its target, and the basis of the match. */
export interface Match {
  state: ImportState;
  basis: ImportLine['basis'];
  target: string | null;
}

interface LineBase extends Match {
  pk: number;
  source_id: string;
  choice: ImportLine['choice'];
  imported: number;
}
export interface Line<Kind extends ImportKind> extends LineBase {
  record: RecordOf<Kind>;
}
export interface AnyLine extends LineBase {
  record: ImportRecord;
}
export interface KindLine extends AnyLine {
  kind: ImportKind;
}

type LineRow = LineBase & { record: string; kind: ImportKind };

const lineColumns =
  'l.pk, l.kind, l.source_id, l.record, l.state, l.basis, l.target, l.choice, l.imported';

/** The target of a line, by its kind. */
const targetName = `CASE l.kind WHEN 'library' THEN l.target
  WHEN 'person' THEN (SELECT username FROM users WHERE id = l.target)
  WHEN 'series' THEN (SELECT name FROM series WHERE id = l.target)
  WHEN 'book' THEN (SELECT title FROM books WHERE id = l.target)
  WHEN 'collection' THEN (SELECT name FROM collections WHERE id = l.target)
  WHEN 'read_list' THEN (SELECT name FROM read_lists WHERE id = l.target) END`;

const lineJson = `json_object('id', l.pk, 'kind', l.kind, 'title', l.title, 'detail', l.detail,
  'state', l.state, 'basis', l.basis, 'choice', l.choice,
  'target', iif(${targetName} IS NULL, NULL, json_object('id', l.target, 'name', ${targetName})),
  'is_imported', ${jsonBoolean('l.imported')})`;

/** SQL for the lines of reports. */
export const createLinesStore = (database: Database) => {
  const addLine = database.prepare(
    `INSERT INTO import_lines (import_pk, rank, kind, source_id, person, book, series, title, detail,
       search_key, record)
     VALUES (@import_pk, @rank, @kind, @source_id, @person, @book, @series, @title, @detail,
       @search_key, @record)
     ON CONFLICT DO NOTHING`,
  );
  const title = database
    .prepare<[number, string, string], string>(
      'SELECT title FROM import_lines WHERE import_pk = ? AND kind = ? AND source_id = ?',
    )
    .pluck();
  const clear = database.prepare<[number]>('DELETE FROM import_lines WHERE import_pk = ?');
  const batch = database.prepare<
    { import_pk: number; rank: number; after: number; limit: number },
    LineRow
  >(
    `SELECT ${lineColumns} FROM import_lines l
     WHERE l.import_pk = @import_pk AND l.rank = @rank AND l.pk > @after ORDER BY l.pk LIMIT @limit`,
  );
  const line = database.prepare<[number, number], LineRow>(
    `SELECT ${lineColumns} FROM import_lines l WHERE l.import_pk = ? AND l.pk = ?`,
  );
  const targetOf = database.prepare<
    [number, string, string],
    { target: string | null; choice: ImportLine['choice'] }
  >('SELECT target, choice FROM import_lines WHERE import_pk = ? AND kind = ? AND source_id = ?');
  const lineRecord = database
    .prepare<[number], string>(`SELECT ${lineJson} FROM import_lines l WHERE l.pk = ?`)
    .pluck();
  const match = database.prepare<Match & { pk: number }>(
    'UPDATE import_lines SET state = @state, basis = @basis, target = @target WHERE pk = @pk',
  );
  const clearTarget = database.prepare<[number, string, string]>(
    'UPDATE import_lines SET target = NULL WHERE import_pk = ? AND kind = ? AND target = ?',
  );
  const choose = database.prepare<[string | null, number]>(
    'UPDATE import_lines SET choice = ? WHERE pk = ?',
  );
  const setLineImported = database.prepare<[number, number]>(
    'UPDATE import_lines SET imported = ? WHERE pk = ?',
  );
  const dependent = database.prepare<{ import_pk: number; id: string }, LineRow>(
    `SELECT ${lineColumns} FROM import_lines l WHERE l.import_pk = @import_pk AND l.kind <> 'book'
       AND l.kind <> 'series' AND l.kind <> 'person'
       AND (l.person = @id OR l.book = @id OR l.series = @id)`,
  );
  const filter = `FROM import_lines l WHERE l.import_pk = @import_pk
    AND (@kind IS NULL OR l.kind = @kind) AND (@state IS NULL OR l.state = @state)
    AND (@search = '' OR instr(l.search_key, @search) > 0)`;
  const listLines = (order: string) =>
    database
      .prepare<object, string>(
        `SELECT ${lineJson} ${filter} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
      )
      .pluck();
  const orders = {
    'id,asc': listLines('l.rank, l.pk'),
    'id,desc': listLines('l.rank DESC, l.pk DESC'),
    'title,asc': listLines('l.search_key, l.pk'),
    'title,desc': listLines('l.search_key DESC, l.pk DESC'),
  };
  const countLines = database.prepare<object, number>(`SELECT count(*) ${filter}`).pluck();
  const kindCount = database
    .prepare<[number, number], number>(
      'SELECT count(*) FROM import_lines WHERE import_pk = ? AND rank = ?',
    )
    .pluck();

  const toLine = <Kind extends ImportKind>(found: LineRow): Line<Kind> => ({
    ...found,
    record: JSON.parse(found.record) as RecordOf<Kind>,
  });

  const toAnyLine = (found: LineRow): AnyLine => ({
    ...found,
    record: JSON.parse(found.record) as ImportRecord,
  });

  return {
    clearLines: (pk: number): void => void clear.run(pk),
    addLines(pk: number, records: readonly ImportRecord[]): void {
      for (const record of records) {
        const fields = describeRecord(record, (kind, id) => title.get(pk, kind, id) ?? null);
        addLine.run({
          ...fields,
          import_pk: pk,
          rank: rankOf(record.kind),
          search_key: toSearchKey(`${fields.title}\n${fields.detail ?? ''}`),
          record: JSON.stringify(record),
        });
      }
    },
    /** The name of a record in the source; null for an unknown one. */
    titleOf: (pk: number, kind: ImportKind, id: string): string | null =>
      title.get(pk, kind, id) ?? null,
    /** The next lines of a kind. */
    batch: <Kind extends ImportKind>(pk: number, kind: Kind, after: number, limit: number) =>
      batch.all({ import_pk: pk, rank: rankOf(kind), after, limit }).map(toLine<Kind>),
    line: (pk: number, linePk: number): KindLine | undefined => {
      const found = line.get(pk, linePk);
      return found && { ...toAnyLine(found), kind: found.kind };
    },
    /** The target of a record of the source; undefined for an unknown one. */
    targetOf: (pk: number, kind: ImportKind, id: string) => targetOf.get(pk, kind, id),
    /** Lines about a person, series or book. */
    dependent: (pk: number, sourceId: string): KindLine[] =>
      dependent
        .all({ import_pk: pk, id: sourceId })
        .map((found) => ({ ...toAnyLine(found), kind: found.kind })),
    lineRecord: (linePk: number): ImportLine =>
      JSON.parse(lineRecord.get(linePk) ?? 'null') as ImportLine,
    match: (linePk: number, found: Match): void => void match.run({ ...found, pk: linePk }),
    /** Forgets a target that the import created, so that its line is new again. */
    clearTarget: (pk: number, kind: ImportKind, target: string): void =>
      void clearTarget.run(pk, kind, target),
    choose: (linePk: number, choice: ImportLine['choice']): void => void choose.run(choice, linePk),
    markImported: (linePk: number): void => void setLineImported.run(1, linePk),
    kindCount: (pk: number, kind: ImportKind): number => kindCount.get(pk, rankOf(kind)) ?? 0,
    lines(
      pk: number,
      query: EndpointParsed<typeof listImportLines>['query'],
    ): ListPage<ImportLine> {
      const { kind = null, state = null, search = '', sort } = query;
      const given = { import_pk: pk, kind, state, search: toSearchKey(search.trim()) };
      const rows = orders[`${sort.field},${sort.direction}`];
      return {
        data: rows
          .all({ ...given, ...limits(query) })
          .map((text) => JSON.parse(text) as ImportLine),
        total: countLines.get(given) ?? 0,
      };
    },
  };
};

const rankOf = (kind: ImportKind): number => importKinds.indexOf(kind);

/** Lines per transaction: about 10 ms, because other requests wait for its end. */
export const linesPerBatch = 200;

export interface WorkOptions {
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
}
