import type { Author } from '../../../../shared/schemas.ts';
import { badField } from '../../../../shared/errors.ts';
import { fold } from '../../../text/fold.ts';
import { pageOfArray } from '../page.ts';
import type { CompatQuery } from '../query.ts';
import { compatRoute, type CompatRoute } from '../route.ts';
import type { CompatNamesStore, NameKind, NameScope } from './store.ts';

type Names = ReturnType<CompatNamesStore['list']>;
type ScopeName = NonNullable<NameScope>['by'];

const needs = ['series-read'] as const;

const parameters: Readonly<Record<ScopeName, string>> = {
  library: 'library_id',
  collection: 'collection_id',
  series: 'series_id',
  readList: 'readlist_id',
};
const ofSeries: readonly ScopeName[] = ['library', 'collection'];
const ofBooks: readonly ScopeName[] = [...ofSeries, 'series', 'readList'];

/**
 * Version 1 gives arrays, version 2 pages of the same: one client takes only the one, others only the other.
 * `scopes` are the parameters that count, in the order of Komga: the first that is given hides the others.
 */
const lists: readonly { path: string; kind: NameKind; scopes: readonly ScopeName[] }[] = [
  { path: 'genres', kind: 'genres', scopes: ofSeries },
  { path: 'tags/series', kind: 'seriesTags', scopes: ofBooks },
  { path: 'tags/book', kind: 'bookTags', scopes: ['series', 'readList', 'library', 'collection'] },
  { path: 'publishers', kind: 'publishers', scopes: ofSeries },
  { path: 'languages', kind: 'languages', scopes: ofSeries },
  { path: 'series/release-dates', kind: 'releaseYears', scopes: ofSeries },
];

/** The names that clients offer in their filters: genres, tags, publishers, authors and so on. */
export const compatNameRoutes = ({
  list,
}: {
  /** The store's, here or in another thread. */
  list: (kind: NameKind, scope: NameScope) => Names | Promise<Names>;
}): CompatRoute[] => {
  const names = async (kind: NameKind, query: CompatQuery, scopes: readonly ScopeName[]) => {
    const all = (await list(kind, scopeOf(query, scopes))).map(String).sort(byName);
    const sorted = kind === 'releaseYears' ? all.reverse() : all;
    return searched(sorted, (name) => name, query);
  };
  const tags = (query: CompatQuery, include: string) => {
    if (!isTagKind(include)) throw badField('include', 'Use one of SERIES, BOOK, BOTH');
    return names(tagKinds[include], query, ofBooks);
  };
  /** Age ratings in ascending order, null first for series without one. */
  const ages = async (query: CompatQuery) =>
    ((await list('ageRatings', scopeOf(query, ofSeries))) as (number | null)[]).sort(
      (a, b) => (a ?? -1) - (b ?? -1),
    );
  const authors = async (query: CompatQuery): Promise<Author[]> => {
    const role = query.text('role');
    const all = ((await list('authors', scopeOf(query, ofBooks))) as Author[])
      .filter((author) => role === undefined || fold(author.role) === fold(role))
      .sort((a, b) => byName(a.name, b.name) || byName(a.role, b.role));
    return searched(all, ({ name }) => name, query);
  };
  const partOf = (part: 'name' | 'role') => async (query: CompatQuery) =>
    [...new Set((await authors(query)).map((author) => author[part]))].sort(byName);
  const get = (path: string, handler: (query: CompatQuery) => unknown) =>
    compatRoute({ method: 'GET', path, needs }, ({ query }) => handler(query));
  const paged = (path: string, all: (query: CompatQuery) => Promise<unknown[]>) =>
    get(path, async (query) => pageOfArray(await all(query), query.page()));
  const both = (path: string, all: (query: CompatQuery) => Promise<unknown[]>) => [
    get(`/api/v1/${path}`, all),
    paged(`/api/v2/${path}`, all),
  ];

  return [
    ...lists.flatMap(({ path, kind, scopes }) => both(path, (query) => names(kind, query, scopes))),
    paged('/api/v2/series/release-years', (query) => names('releaseYears', query, ofSeries)),
    get('/api/v1/tags', (query) => tags(query, 'BOTH')),
    paged('/api/v2/tags', (query) => tags(query, query.text('include')?.toUpperCase() ?? 'BOTH')),
    get('/api/v1/age-ratings', async (query) =>
      (await ages(query)).map((age) => (age === null ? 'None' : String(age))),
    ),
    paged('/api/v2/age-ratings', async (query) =>
      (await ages(query)).filter((age) => age !== null),
    ),
    // Nobody labels what is shared here.
    ...both('sharing-labels', async () => []),
    ...both('authors', authors),
    ...both('authors/names', partOf('name')),
    ...both('authors/roles', partOf('role')),
  ];
};

const tagKinds = { SERIES: 'seriesTags', BOOK: 'bookTags', BOTH: 'tags' } as const;
const isTagKind = (value: string): value is keyof typeof tagKinds => Object.hasOwn(tagKinds, value);

const scopeOf = (query: CompatQuery, scopes: readonly ScopeName[]): NameScope => {
  for (const by of scopes) {
    const ids = query.list(parameters[by]);
    if (ids.length > 0) return { by, ids };
  }
  return null;
};

const searched = <Item>(
  items: Item[],
  textOf: (item: Item) => string,
  query: CompatQuery,
): Item[] => {
  const wanted = fold(query.text('search') ?? '');
  return wanted === '' ? items : items.filter((item) => fold(textOf(item)).includes(wanted));
};

const { compare: byName } = new Intl.Collator('en', { numeric: true });
