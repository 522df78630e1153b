import type { Author } from '../../../../shared/schemas.ts';
import { fold } from '../../../text/fold.ts';
import { pageOfArray } from '../page.ts';
import type { CompatQuery } from '../query.ts';
import { compatRoute, type CompatRoute } from '../route.ts';
import type { CompatNamesStore, NameKind, NameScope } from './store.ts';

type Names = ReturnType<CompatNamesStore['list']>;

const needs = ['series-read'] as const;

/** Version 1 gives arrays, version 2 pages of the same: one client takes only the one, others only the other. */
const paths: readonly { kind: NameKind; arrays: readonly string[]; pages: readonly string[] }[] = [
  { kind: 'genres', arrays: ['genres'], pages: ['genres'] },
  { kind: 'tags', arrays: ['tags'], pages: ['tags'] },
  { kind: 'seriesTags', arrays: ['tags/series'], pages: ['tags/series'] },
  { kind: 'bookTags', arrays: ['tags/book'], pages: ['tags/book'] },
  { kind: 'publishers', arrays: ['publishers'], pages: ['publishers'] },
  { kind: 'languages', arrays: ['languages'], pages: ['languages'] },
  { kind: 'ageRatings', arrays: ['age-ratings'], pages: ['age-ratings'] },
  {
    kind: 'releaseYears',
    arrays: ['series/release-dates'],
    pages: ['series/release-dates', 'series/release-years'],
  },
];

/** The names that clients offer in their filters: genres, tags, publishers, authors and so on. */
export const compatNameRoutes = ({
  list,
}: {
  /** The store's, here or in another thread. */
  list: (kind: NameKind, scope: NameScope) => Names | Promise<Names>;
}): CompatRoute[] => {
  const names = async (kind: NameKind, query: CompatQuery): Promise<string[]> => {
    const all = (await list(kind, scopeOf(query))).map(String).sort(byName);
    const sorted = kind === 'releaseYears' ? all.reverse() : all;
    return searched(sorted, (name) => name, query);
  };
  const authors = async (query: CompatQuery): Promise<Author[]> => {
    const role = query.text('role');
    const all = ((await list('authors', scopeOf(query))) as Author[])
      .filter((author) => role === undefined || fold(author.role) === fold(role))
      .sort((a, b) => byName(a.name, b.name) || byName(a.role, b.role));
    return searched(all, ({ name }) => name, query);
  };
  const partOf = async (part: 'name' | 'role', query: CompatQuery) => [
    ...new Set((await authors(query)).map((author) => author[part])),
  ];
  const get = (path: string, handler: (query: CompatQuery) => unknown) =>
    compatRoute({ method: 'GET', path, needs }, ({ query }) => handler(query));
  const paged = (path: string, all: (query: CompatQuery) => Promise<unknown[]>) =>
    get(path, async (query) => pageOfArray(await all(query), query.page()));

  return [
    ...paths.flatMap(({ kind, arrays, pages }) => [
      ...arrays.map((path) => get(`/api/v1/${path}`, (query) => names(kind, query))),
      ...pages.map((path) => paged(`/api/v2/${path}`, (query) => names(kind, query))),
    ]),
    // Nobody labels what is shared here.
    get('/api/v1/sharing-labels', () => []),
    paged('/api/v2/sharing-labels', async () => []),
    get('/api/v1/authors', authors),
    paged('/api/v2/authors', authors),
    get('/api/v1/authors/names', (query) => partOf('name', query)),
    paged('/api/v2/authors/names', (query) => partOf('name', query)),
    get('/api/v1/authors/roles', (query) => partOf('role', query)),
    paged('/api/v2/authors/roles', (query) => partOf('role', query)),
  ];
};

const scopeOf = (query: CompatQuery): NameScope => ({
  libraries: query.list('library_id'),
  series: query.list('series_id'),
});

const searched = <Item>(
  items: Item[],
  textOf: (item: Item) => string,
  query: CompatQuery,
): Item[] => {
  const wanted = fold(query.text('search') ?? '');
  return wanted === '' ? items : items.filter((item) => fold(textOf(item)).includes(wanted));
};

const { compare: byName } = new Intl.Collator('en', { numeric: true });
