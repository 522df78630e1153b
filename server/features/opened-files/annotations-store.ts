import type {
  Annotation,
  ListedAnnotation,
  SharedAnnotation,
} from '../../../shared/api/annotations.ts';
import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';
import { ascending } from '../../text/natural.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { type ListPage, pageOf } from '../../database/json.ts';
import type { AnnotationQuery } from '../annotations/types.ts';

/** The file in the role of a book. */
interface MarkedFile {
  pk: number;
  id: string;
  series_id: string;
  library_id: string;
  page_count: number;
}

interface MarkRow {
  mark: string;
  title: string;
  format: BookFormat;
}

/** Bookmarks, highlights and notes in opened files, with the interface of the store for books. */
export const createOpenedAnnotationsStore = (database: Database) => {
  const file = database.prepare<[string], Pick<MarkedFile, 'pk' | 'id' | 'page_count'>>(
    'SELECT pk, id, page_count FROM opened_files WHERE id = ?',
  );
  const marksOf = 'FROM opened_marks m JOIN opened_files f ON f.pk = m.file_pk WHERE f.user_pk = ?';
  const byId = database.prepare<[number, string], { file_id: string; mark: string }>(
    `SELECT f.id AS file_id, m.mark ${marksOf} AND m.id = ?`,
  );
  const count = database
    .prepare<[number, number], number>(`SELECT count(*) ${marksOf} AND f.pk = ?`)
    .pluck();
  const all = database.prepare<[number, string], MarkRow>(
    `SELECT m.mark, f.facts ->> 'title' AS title, f.format FROM opened_files f
     JOIN opened_marks m ON m.file_pk = f.pk WHERE f.user_pk = ? AND f.id = ? ORDER BY m.pk`,
  );
  const insert = database.prepare('INSERT INTO opened_marks (file_pk, id, mark) VALUES (?, ?, ?)');
  const ownPk = 'file_pk IN (SELECT pk FROM opened_files WHERE user_pk = ?)';
  const update = database.prepare(`UPDATE opened_marks SET mark = ? WHERE id = ? AND ${ownPk}`);
  const remove = database.prepare(`DELETE FROM opened_marks WHERE id = ? AND ${ownPk}`);

  const fileWith = (id: string): MarkedFile | undefined => {
    const row = file.get(id);
    return row && { ...row, series_id: id, library_id: id };
  };
  return {
    book: fileWith,
    bookOf: (userPk: number, id: string) => fileWith(byId.get(userPk, id)?.file_id ?? ''),
    isTaken: (userPk: number, id: string) => byId.get(userPk, id) !== undefined,
    count: (userPk: number, filePk: number) => count.get(userPk, filePk) ?? 0,
    get(userPk: number, id: string): Annotation | null {
      const row = byId.get(userPk, id);
      return row === undefined ? null : annotationOf(row.mark);
    },
    add: (_userPk: number, filePk: number, mark: Annotation) =>
      void insert.run(filePk, mark.id, JSON.stringify({ ...mark, is_shared: false })),
    put: (userPk: number, mark: Annotation) =>
      void update.run(JSON.stringify({ ...mark, is_shared: false }), mark.id, userPk),
    remove: (userPk: number, id: string) => remove.run(id, userPk).changes > 0,
    // The annotations of one file; the service limits their number.
    list(userPk: number, query: AnnotationQuery): ListPage<ListedAnnotation> {
      const { book_id = '', kind, search, sort } = query;
      const words = toSearchKey(search?.trim() ?? '');
      const wanted = all
        .all(userPk, book_id)
        .map(listed)
        .filter((mark) => kind === undefined || mark.kind === kind)
        .filter(({ text, note }) => toSearchKey(`${text ?? ''}\n${note ?? ''}`).includes(words));
      const sortKey = (mark: Annotation) => (sort.field === 'book' ? mark.page : mark[sort.field]);
      wanted.sort((a, b) => ascending(sortKey(a), sortKey(b)));
      if (sort.direction === 'desc') wanted.reverse();
      return pageOf(wanted, query);
    },
    shared: (): ListPage<SharedAnnotation> => ({ data: [], total: 0 }),
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

/** Only its owner sees a file, so nothing in it is shared. */
const annotationOf = (mark: string): Annotation => ({
  ...(JSON.parse(mark) as Annotation),
  is_shared: false,
});

const listed = ({ mark, title, format }: MarkRow): ListedAnnotation => {
  const annotation = annotationOf(mark);
  return {
    ...annotation,
    book_title: title,
    book_format: format,
    book_missing_since: null,
    series_id: annotation.book_id,
    series_name: title,
  };
};
