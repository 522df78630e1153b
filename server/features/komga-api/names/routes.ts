import type { Author } from '../../../../shared/schemas.ts';
import { badField } from '../../../../shared/errors.ts';
import type { Caller } from '../../../http/api/caller.ts';
import { toSearchKey } from '../../../text/search-key.ts';
import { seesLabels } from '../../filters/filter-permissions.ts';
import { pageOfArray } from '../page.ts';
import type { KomgaQuery } from '../query.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import type { KomgaNamesStore, NameKind, NameScope } from './store.ts';

type Names = ReturnType<KomgaNamesStore['list']>;
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
 * Version 1 returns arrays, version 2 pages of the same values: some clients support only one of
 * them. `scopes` are the accepted parameters in Komga's order: the first one given wins.
 */
const lists: readonly { path: string; kind: NameKind; scopes: readonly ScopeName[] }[] = [
  { path: 'genres', kind: 'genres', scopes: ofSeries },
  { path: 'tags/series', kind: 'seriesTags', scopes: ofBooks },
  { path: 'tags/book', kind: 'bookTags', scopes: ['series', 'readList', 'library', 'collection'] },
  { path: 'publishers', kind: 'publishers', scopes: ofSeries },
  { path: 'languages', kind: 'languages', scopes: ofSeries },
  { path: 'series/release-dates', kind: 'releaseYears', scopes: ofSeries },
];

/** Values for the clients' filters: genres, tags, publishers, authors and so on. */
export const komgaNameRoutes = ({
  list,
}: {
  /** Queries the store inline or in the query worker. */
  list: (kind: NameKind, scope: NameScope) => Names | Promise<Names>;
}): KomgaRoute[] => {
  const names = async (kind: NameKind, query: KomgaQuery, scopes: readonly ScopeName[]) => {
    const all = (await list(kind, scopeOf(query, scopes))).map(String).sort(byName);
    const sorted = kind === 'releaseYears' ? all.reverse() : all;
    return searched(sorted, (name) => name, query);
  };
  const tags = (query: KomgaQuery, include: string) => {
    if (!isTagKind(include)) throw badField('include', 'Use one of SERIES, BOOK, BOTH');
    return names(tagKinds[include], query, ofBooks);
  };
  /** Age ratings in ascending order, null first for series without one. */
  const ages = async (query: KomgaQuery) =>
    ((await list('ageRatings', scopeOf(query, ofSeries))) as (number | null)[]).sort(
      (a, b) => (a ?? -1) - (b ?? -1),
    );
  const authors = async (query: KomgaQuery): Promise<Author[]> => {
    const role = query.text('role');
    const all = ((await list('authors', scopeOf(query, ofBooks))) as Author[])
      .filter((author) => role === undefined || toSearchKey(author.role) === toSearchKey(role))
      .sort((a, b) => byName(a.name, b.name) || byName(a.role, b.role));
    return searched(all, ({ name }) => name, query);
  };
  const partOf = (part: 'name' | 'role') => async (query: KomgaQuery) =>
    [...new Set((await authors(query)).map((author) => author[part]))].sort(byName);
  const get = (path: string, handler: (query: KomgaQuery) => unknown) =>
    komgaRoute({ method: 'GET', path, needs }, ({ query }) => handler(query));
  const paged = (path: string, all: (query: KomgaQuery) => Promise<unknown[]>) =>
    get(path, async (query) => pageOfArray(await all(query), query.page()));
  const both = (path: string, all: (query: KomgaQuery) => Promise<unknown[]>) => [
    get(`/api/v1/${path}`, all),
    paged(`/api/v2/${path}`, all),
  ];

  const labelsOf = async (caller: Caller, query: KomgaQuery) =>
    seesLabels(caller) ? names('labels', query, ofSeries) : [];
  const labels = [
    komgaRoute({ method: 'GET', path: '/api/v1/sharing-labels', needs }, ({ caller, query }) =>
      labelsOf(caller, query),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v2/sharing-labels', needs },
      async ({ caller, query }) => pageOfArray(await labelsOf(caller, query), query.page()),
    ),
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
    ...labels,
    ...both('authors', authors),
    ...both('authors/names', partOf('name')),
    ...both('authors/roles', partOf('role')),
  ];
};

const tagKinds = { SERIES: 'seriesTags', BOOK: 'bookTags', BOTH: 'tags' } as const;
const isTagKind = (value: string): value is keyof typeof tagKinds => Object.hasOwn(tagKinds, value);

const scopeOf = (query: KomgaQuery, scopes: readonly ScopeName[]): NameScope => {
  for (const scopeName of scopes) {
    const ids = query.list(parameters[scopeName]);
    if (ids.length > 0) return { by: scopeName, ids };
  }
  return null;
};

const searched = <Item>(
  items: Item[],
  textOf: (item: Item) => string,
  query: KomgaQuery,
): Item[] => {
  const wanted = toSearchKey(query.text('search') ?? '');
  return wanted === '' ? items : items.filter((item) => toSearchKey(textOf(item)).includes(wanted));
};

const { compare: byName } = new Intl.Collator('en', { numeric: true });
