import type { FixtureLibrary } from '../fixture-library.ts';
import type { RecordedRequest } from './recorded-requests.ts';

/** A recorded request with ids of a scanned library. */
export interface FilledRequest {
  method: string;
  /** Below the prefix, including its query. */
  path: string;
  accept: string;
  body?: unknown;
  komga: number;
}

type Library = Pick<FixtureLibrary, 'libraries' | 'book' | 'epubWith' | 'collection' | 'readList'>;

/** Inserts ids into a recorded request, such that Komga's status is expected for this library. */
export const fillIds = (
  { request, accept, body, komga }: RecordedRequest,
  library: Library,
  now: Date,
): FilledRequest => {
  const [method = '', template = ''] = request.split(' ', 2);
  const ids = pathIds(template, method, body, library);
  const [pathname = '', query = ''] = template.split('?', 2);
  const path = pathname.replaceAll('{id}', () => ids.shift() ?? 'missing');
  const filled = query.replace(/(\w+)_id=([^&]*)/g, (_all, name: string, value: string) => {
    const id = idFor(`${name}Id`, library);
    return `${name}_id=${encodeURIComponent(value.replaceAll('{id}', id))}`;
  });
  return {
    method,
    path: filled === '' ? path : `${path}?${filled}`,
    accept,
    ...(body === undefined ? {} : { body: filledBody(body, '', library, now) }),
    komga,
  };
};

const comic = 'Pepper & Carrot 001';
const novel = 'Moby-Dick.epub';

/** The ids for a path, in order. */
const pathIds = (template: string, method: string, body: unknown, library: Library): string[] => {
  const { book, collection, readList } = library;
  const pepper = book(comic);
  const resource = /\/resource\/(.+)$/.exec(template)?.[1];
  if (resource !== undefined) return [library.epubWith(decodeURIComponent(resource))];
  if (template.startsWith('/api/v1/libraries')) return [library.libraries['Comics'] ?? ''];
  if (template.startsWith('/api/v1/series')) return [pepper.series_id, pepper.series_id];
  if (template.startsWith('/api/v1/collections')) return [collection, collection];
  if (template.startsWith('/api/v1/readlists')) return [readList, pepper.id];
  const page = Number(/\/pages\/(\d+)/.exec(template)?.[1] ?? 0);
  if (page > 36) return [book('The Rust Programming Language').id];
  if (page > pepper.page_count) return [book('Science Comics 001').id];
  // A series with one book has neither a next nor a previous one.
  if (/\/(next|previous)$/.test(template)) return [book('Science Comics 001').id];
  if (method === 'PUT' && template.endsWith('/progression')) {
    const isComic = JSON.stringify(body).includes('"page-');
    return [(isComic ? pepper : book(novel)).id];
  }
  return [pepper.id, pepper.id];
};

/** The id for a field or query parameter of this name. */
const idFor = (name: string, { libraries, book, collection, readList }: Library): string => {
  const byName: Record<string, string> = {
    libraryId: libraries['Comics'] ?? '',
    seriesId: book(comic).series_id,
    collectionId: collection,
    readListId: readList,
    readlistId: readList,
  };
  return byName[name] ?? 'missing';
};

const filledBody = (value: unknown, field: string, library: Library, now: Date): unknown => {
  if (value === '{id}') return idFor(field, library);
  // Replaces the time of the recording.
  if (field === 'modified' && String(value) > '2026') return now.toISOString();
  if (Array.isArray(value)) return value.map((item) => filledBody(item, field, library, now));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      filledBody(inner, key === 'value' || key === 'operator' ? field : key, library, now),
    ]),
  );
};
