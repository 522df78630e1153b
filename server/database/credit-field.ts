import type { SpecialField } from './condition-types.ts';

/** Credits of a table whose rows have the key `pk`. */
interface Credits {
  table: 'series_credits' | 'book_credits';
  key: 'series_pk' | 'book_pk';
  pk: string;
}

const seriesCredits: Credits = { table: 'series_credits', key: 'series_pk', pk: 's.pk' };
const bookCredits: Credits = { table: 'book_credits', key: 'book_pk', pk: 'b.pk' };

/** `main.` leaves out what content restrictions check: the filtered rows are visible already. */
const credited = ({ table, key, pk }: Credits, test: string) =>
  `(${pk} IN (SELECT ${key} FROM main.${table} WHERE ${test}))`;
const byKey = (key: string) => `creator_pk = (SELECT pk FROM main.creators WHERE key = ${key})`;

/** The name of a creator, in any role. */
const namedCreator = (credits: Credits): SpecialField => ({
  is: (parameter) => credited(credits, byKey(`creator_key(${parameter})`)),
  isNotNull: () =>
    `(EXISTS (SELECT 1 FROM main.${credits.table} c WHERE c.${credits.key} = ${credits.pk}))`,
});

/** A credit with the name and role of a JSON value; those left out match any. */
const credit = (credits: Credits): SpecialField => ({
  is: (parameter, value) => {
    const { name, role } = JSON.parse(value) as CreditValue;
    const tests = [
      ...(name ? [byKey(`creator_key(${parameter} ->> 'name')`)] : []),
      ...(role ? [`role = creator_role(${parameter} ->> 'role')`] : []),
    ];
    return credited(credits, tests.join(' AND ') || 'true');
  },
});

interface CreditValue {
  name?: string | null | undefined;
  role?: string | null | undefined;
}

/** Fields of filters: `author` by name, and `credit` by name and role. */
export const seriesCreditFields = {
  author: namedCreator(seriesCredits),
  credit: credit(seriesCredits),
};
export const bookCreditFields = { author: namedCreator(bookCredits), credit: credit(bookCredits) };

/** The value of a `credit`. */
export const creditValue = (credited: CreditValue): string => JSON.stringify(credited);
