import type { OwnRating, Rated, RatingSummary, Review } from '../../../shared/api/ratings.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage, jsonBoolean } from '../../database/json.ts';
import { userParameter } from '../../database/planner-hints.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import type { RatedKind, RatingQuery } from './types.ts';

export type RatingsStore = ReturnType<typeof createRatingsStore>;

const ownRating = `'rating', r.rating, 'review', r.review,
  'is_shared', ${jsonBoolean('r.is_shared')}, 'rated_at', r.rated_at`;
const orderOf = ({ sort: { field, direction } }: RatingQuery) => ({
  keys: [`r.${field}`, 'r.pk'],
  direction,
  nullsLast: field === 'rating',
});

/** Statements for what is rated: `column` of `ratings` refers to `table`. */
const statements = (database: Database, column: string, table: string) => {
  const shared = `r.is_shared = 1 AND r.user_pk <> ${userParameter}`;
  const others = `FROM ratings r WHERE r.${column} = :pk AND ${shared}`;
  return {
    others,
    key: database.prepare<[string], number>(`SELECT pk FROM ${table} WHERE id = ?`).pluck(),
    summary: database
      .prepare<[{ user_pk: number; pk: number }], string>(
        `SELECT json_object(
           'own', json((SELECT json_object(${ownRating}) FROM ratings r
             WHERE r.user_pk = ${userParameter} AND r.${column} = :pk)),
           'average', avg(r.rating), 'count', count(r.rating),
           'review_count', count(*) FILTER (WHERE ${shared}))
         FROM ratings r
         WHERE r.${column} = :pk AND (r.is_shared = 1 OR r.user_pk = ${userParameter})`,
      )
      .pluck(),
    save: database.prepare<[OwnRow & { user_pk: number; pk: number }]>(
      `INSERT INTO ratings (user_pk, ${column}, rating, review, is_shared, rated_at)
       VALUES (:user_pk, :pk, :rating, :review, :is_shared, :rated_at)
       ON CONFLICT (user_pk, ${column}) DO UPDATE SET rating = excluded.rating,
         review = excluded.review, is_shared = excluded.is_shared, rated_at = excluded.rated_at`,
    ),
    remove: database.prepare<[{ user_pk: number; pk: number }]>(
      `DELETE FROM ratings WHERE user_pk = :user_pk AND ${column} = :pk`,
    ),
  };
};

type OwnRow = Omit<OwnRating, 'is_shared'> & { is_shared: number };

export const createRatingsStore = (database: Database) => {
  const value = preparedValues(database);
  const ratingOf = {
    series: statements(database, 'series_pk', 'series'),
    book: statements(database, 'book_pk', 'books'),
  };

  return {
    /** Primary key of a series or book. */
    key: (kind: RatedKind, id: string): number | undefined => ratingOf[kind].key.get(id),

    summary: (userPk: number, kind: RatedKind, pk: number): RatingSummary =>
      JSON.parse(ratingOf[kind].summary.get({ user_pk: userPk, pk }) ?? 'null') as RatingSummary,

    save: (userPk: number, kind: RatedKind, pk: number, rating: OwnRating): void =>
      void ratingOf[kind].save.run({
        ...rating,
        is_shared: Number(rating.is_shared),
        user_pk: userPk,
        pk,
      }),

    remove: (userPk: number, kind: RatedKind, pk: number): void =>
      void ratingOf[kind].remove.run({ user_pk: userPk, pk }),

    /** Shared reviews of other people. */
    reviews(userPk: number, kind: RatedKind, pk: number, query: RatingQuery): ListPage<Review> {
      const from = ratingOf[kind].others;
      const parameters = { user_pk: userPk, pk };
      const sql = pageSql({
        pk: 'r.pk',
        from,
        order: orderOf(query),
        record: `json_object('username', u.username, 'rating', r.rating, 'review', r.review,
          'rated_at', r.rated_at)`,
        joins: `CROSS JOIN ratings r ON r.pk = page.pk CROSS JOIN users u ON u.pk = r.user_pk`,
      });
      return {
        data: jsonText(value<string>(sql, { ...parameters, ...limits(query) })),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** The ratings of one person, of what is present. */
    list(userPk: number, query: RatingQuery & { reviewed?: boolean | undefined }): ListPage<Rated> {
      const from = `FROM ratings r LEFT JOIN series s ON s.pk = r.series_pk
        LEFT JOIN books b ON b.pk = r.book_pk
        WHERE r.user_pk = ${userParameter} AND coalesce(s.missing_since, b.missing_since) IS NULL
        ${query.reviewed === true ? 'AND r.review IS NOT NULL' : ''}`;
      const parameters = { user_pk: userPk };
      const sql = pageSql({
        pk: 'r.pk',
        from,
        order: orderOf(query),
        record: `json_object('kind', iif(r.series_pk IS NULL, 'book', 'series'),
          'id', coalesce(s.id, b.id), 'name', coalesce(s.name, b.title), ${ownRating})`,
        joins: `CROSS JOIN ratings r ON r.pk = page.pk LEFT JOIN series s ON s.pk = r.series_pk
          LEFT JOIN books b ON b.pk = r.book_pk`,
      });
      return {
        data: jsonText(value<string>(sql, { ...parameters, ...limits(query) })),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
