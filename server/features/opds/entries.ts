import type { Collection } from '../../../shared/api/collections.ts';
import type { Creator } from '../../../shared/api/creators.ts';
import type { Facet } from '../../../shared/api/facets.ts';
import type { Library } from '../../../shared/api/libraries.ts';
import type { ReadList } from '../../../shared/api/read-lists.ts';
import type { Series } from '../../../shared/api/series-record.ts';
import type { FeedEntry } from './feed.ts';

// Entries that link to the feed of each record.

export const seriesEntry = ({
  id,
  name,
  book_count,
  summary,
  date_updated,
}: Series): FeedEntry => ({
  id: `urn:uuid:${id}`,
  title: name,
  summary: [countLabel(book_count, 'book'), summary].filter(Boolean).join('. '),
  feedPath: { path: `/series/${id}` },
  kind: 'acquisition',
  updated: date_updated,
  cover: `/series/${id}`,
  count: book_count,
});

export const libraryEntry = (library: Library): FeedEntry => ({
  id: `urn:uuid:${library.id}`,
  title: library.name,
  summary: `${library.series_count} series, ${countLabel(library.book_count, 'book')}`,
  feedPath: { path: `/libraries/${library.id}` },
  kind: 'navigation',
  updated: library.updated_at,
  cover: null,
  count: library.series_count,
});

export const collectionEntry = ({ id, name, series_count, updated_at }: Collection): FeedEntry => ({
  id: `urn:uuid:${id}`,
  title: name,
  summary: `${series_count} series`,
  feedPath: { path: `/collections/${id}` },
  kind: 'navigation',
  updated: updated_at,
  cover: null,
  count: series_count,
});

export const readListEntry = (list: ReadList): FeedEntry => ({
  id: `urn:uuid:${list.id}`,
  title: list.name,
  summary: [countLabel(list.book_count, 'book'), list.summary].filter(Boolean).join('. '),
  feedPath: { path: `/read-lists/${list.id}` },
  kind: 'acquisition',
  updated: list.updated_at,
  cover: null,
  count: list.book_count,
});

export const creatorEntry = (
  { id, name, roles, book_count: count }: Creator,
  library: string | undefined,
): FeedEntry => ({
  id: `urn:uuid:${id}`,
  title: name,
  summary: [countLabel(count, 'book'), roles.join(', ')].join(', '),
  feedPath: { path: `/creators/${id}`, query: { library } },
  kind: 'acquisition',
  updated: null,
  cover: null,
  count: library === undefined ? count : null,
});

export const publisherEntry = (
  { value, count }: Facet,
  library: string | undefined,
): FeedEntry => ({
  id: `urn:octavo:catalog/publishers:${encodeURIComponent(value)}`,
  title: value,
  summary: `${count} series`,
  feedPath: { path: '/series', query: { publisher: [value], library } },
  kind: 'navigation',
  updated: null,
  cover: null,
  count,
});

export const countLabel = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
