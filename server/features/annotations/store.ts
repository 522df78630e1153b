import type {
  Annotation,
  ListedAnnotation,
  SharedAnnotation,
} from '../../../shared/api/annotations.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { noReprepare, noReprepareText } from '../../database/planner-hints.ts';
import { limits, type Order, pageSql, preparedValues } from '../../database/page-sql.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { AnnotationQuery, SharedQuery } from './types.ts';

/** The columns of a book that annotations need. */
export interface AnnotatedBook {
  pk: number;
  id: string;
  series_id: string;
  library_id: string;
  page_count: number;
}

export type AnnotationsStore = ReturnType<typeof createAnnotationsStore>;

const bookColumns = `b.pk, b.id, s.id AS series_id, l.id AS library_id, b.page_count
  FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk`;

const fields = `'id', a.id, 'book_id', b.id, 'kind', a.kind, 'page', a.page, 'location', a.location,
  'text', a.text, 'note', a.note, 'color', a.color,
  'is_shared', ${jsonBoolean('a.is_shared')},
  'created_at', a.created_at, 'updated_at', a.updated_at`;
const record = `json_object(${fields})`;
const listed = `json_object(${fields}, 'book_title', b.title, 'book_format', b.format,
  'book_missing_since', b.missing_since, 'series_id', s.id, 'series_name', s.name)`;

const joins = `CROSS JOIN annotations a ON a.pk = page.pk CROSS JOIN books b ON b.pk = a.book_pk
  CROSS JOIN series s ON s.pk = b.series_pk`;

/** In order of series, book and page. */
const byBook = ['s.name_key', 'b.number_key', 'b.title_key', 'b.pk', 'a.page', 'a.pk'];
const orderOf = ({ sort: { field, direction } }: AnnotationQuery): Order => ({
  keys: field === 'book' ? byBook : [`a.${field}`, 'a.pk'],
  direction,
});

const filters = ({ book_id, series_id, kind, search }: AnnotationQuery): string =>
  (book_id ? ' AND b.id = :book_id' : '') +
  (series_id ? ' AND s.id = :series_id' : '') +
  (kind ? ' AND a.kind = :kind' : '') +
  (search ? ' AND (instr(a.search_key, :search) OR instr(search_fold(b.title), :search))' : '');

export const createAnnotationsStore = (database: Database) => {
  const value = preparedValues(database);
  const bookRow = database.prepare<[string], AnnotatedBook>(
    `SELECT ${bookColumns} WHERE b.id = ${noReprepareText('?')}`,
  );
  const bookOf = database.prepare<[number, string], AnnotatedBook>(
    `SELECT ${bookColumns} JOIN annotations a ON a.book_pk = b.pk WHERE a.user_pk = ? AND a.id = ?`,
  );
  const byId = database
    .prepare<[number, string], string>(
      `SELECT ${record} FROM annotations a JOIN books b ON b.pk = a.book_pk
       WHERE a.user_pk = ? AND a.id = ?`,
    )
    .pluck();
  const countOf = database
    .prepare<[number, number], number>(
      'SELECT count(*) FROM annotations WHERE user_pk = ? AND book_pk = ?',
    )
    .pluck();
  const insert = database.prepare(
    `INSERT INTO annotations (id, user_pk, book_pk, kind, page, location, text, note, color,
       is_shared, search_key, created_at, updated_at)
     VALUES (:id, :user_pk, :book_pk, :kind, :page, :location, :text, :note, :color,
       :is_shared, :search_key, :created_at, :updated_at)`,
  );
  const update = database.prepare(
    `UPDATE annotations SET kind = :kind, page = :page, location = :location, text = :text,
       note = :note, color = :color, is_shared = :is_shared, search_key = :search_key, updated_at = :updated_at
     WHERE user_pk = :user_pk AND id = :id`,
  );
  const remove = database.prepare<[number, string]>(
    'DELETE FROM annotations WHERE user_pk = ? AND id = ?',
  );

  return {
    /** Includes missing books. */
    book: (id: string): AnnotatedBook | undefined => bookRow.get(id),
    /** The book of the user's annotation. */
    bookOf: (userPk: number, id: string): AnnotatedBook | undefined => bookOf.get(userPk, id),
    /** Whether the user has an annotation with this id, even in a hidden book. */
    isTaken: (userPk: number, id: string): boolean =>
      database.readAs(null, () => byId.get(userPk, id)) !== undefined,
    count: (userPk: number, bookPk: number): number => countOf.get(userPk, bookPk) ?? 0,
    get(userPk: number, id: string): Annotation | null {
      const json = byId.get(userPk, id);
      return json === undefined ? null : (JSON.parse(json) as Annotation);
    },
    add(userPk: number, bookPk: number, annotation: Annotation): void {
      insert.run({ ...stored(annotation), user_pk: userPk, book_pk: bookPk });
    },
    put(userPk: number, annotation: Annotation): void {
      update.run({ ...stored(annotation), user_pk: userPk });
    },
    /** Returns whether it existed. */
    remove: (userPk: number, id: string): boolean => remove.run(userPk, id).changes > 0,

    list(userPk: number, query: AnnotationQuery): ListPage<ListedAnnotation> {
      const { book_id = null, series_id = null, kind = null, search } = query;
      const parameters = {
        ...limits(query),
        ...{ user_pk: userPk, book_id, series_id, kind },
        search: search ? toSearchKey(search.trim()) : null,
      };
      const from = `FROM annotations a CROSS JOIN books b ON b.pk = a.book_pk
        CROSS JOIN series s ON s.pk = b.series_pk
        WHERE a.user_pk = ${noReprepare(':user_pk')}${filters(query)}`;
      const sql = pageSql({ pk: 'a.pk', from, order: orderOf(query), record: listed, joins });
      return {
        data: jsonText<ListedAnnotation[]>(value<string>(sql, parameters)),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** Shared annotations of other people in a book. */
    shared(userPk: number, bookPk: number, query: SharedQuery): ListPage<SharedAnnotation> {
      const parameters = { user_pk: userPk, book_pk: bookPk };
      const from = `FROM annotations a WHERE a.book_pk = ${noReprepare(':book_pk')}
        AND a.is_shared = 1 AND a.user_pk <> ${noReprepare(':user_pk')}`;
      const sql = pageSql({
        pk: 'a.pk',
        from,
        order: { keys: [`a.${query.sort.field}`, 'a.pk'], direction: query.sort.direction },
        record: `json_object(${fields}, 'username', u.username)`,
        joins: `CROSS JOIN annotations a ON a.pk = page.pk CROSS JOIN books b ON b.pk = a.book_pk
          CROSS JOIN users u ON u.pk = a.user_pk`,
      });
      return {
        data: jsonText<SharedAnnotation[]>(value<string>(sql, { ...parameters, ...limits(query) })),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** Runs the work atomically. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

const stored = (annotation: Annotation) => ({
  ...annotation,
  is_shared: Number(annotation.is_shared),
  search_key: toSearchKey(`${annotation.text ?? ''}\n${annotation.note ?? ''}`),
});
