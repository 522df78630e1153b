import { basename } from 'node:path';

import type { FixtureLibrary } from '../fixture-library.ts';
import { pngPage } from '../zip.ts';
import type { RecordedRequest } from './recorded-requests.ts';

/** Ids that the responses to earlier requests of a replay contained. */
export interface Created {
  collection?: string;
  readList?: string;
  library?: string;
  thumbnail?: string;
}

/** A request of an admin with ids of a scanned library. */
export interface FilledChange {
  method: string;
  path: string;
  accept: string;
  body?: unknown;
  /** Sends this image in the form field `file` instead. */
  image?: Buffer;
}

/**
 * Inserts ids into a recorded request that changes something: those of earlier responses, else of
 * the library. Requests with folders of Komga's machine get `folder`, which is empty.
 */
export const fillChange = (
  { request, accept, body }: RecordedRequest,
  library: Pick<FixtureLibrary, 'libraries' | 'book'>,
  created: Created,
  folder: string,
): FilledChange => {
  const [method = '', template = ''] = request.split(' ', 2);
  const book = library.book('Pepper & Carrot 001');
  const [, area = '', thing = ''] = /^\/api\/v\d\/(\w+)\/\{id\}\/?(\w*)/.exec(template) ?? [];
  const owners: Record<string, string | undefined> = {
    series: book.series_id,
    books: book.id,
    collections: created.collection,
    readlists: created.readList,
    libraries: thing === '' ? created.library : library.libraries['Comics'],
  };
  const ids = [owners[area], created.thumbnail];
  const filled = {
    method,
    path: template.replaceAll('{id}', () => ids.shift() ?? 'missing'),
    accept,
  };
  if (typeof body === 'string') return { ...filled, image: pngPage(80, 120) };
  if (body === undefined) return filled;
  const values: Record<string, unknown> = {
    seriesIds: [book.series_id],
    bookIds: [book.id],
    root: folder,
    path: (body as { path?: string }).path === '' ? '' : folder,
  };
  const own = Array.isArray(body)
    ? body
    : Object.fromEntries(
        Object.entries(body as object).map(([key, value]) => [key, values[key] ?? value]),
      );
  return { ...filled, body: own };
};

/** Remembers the id of what a request created. */
export const rememberCreated = (created: Created, path: string, answer: unknown): void => {
  const id = (answer as { id?: string } | null)?.id;
  if (id === undefined) return;
  const kinds: Record<string, keyof Created> = {
    collections: 'collection',
    readlists: 'readList',
    libraries: 'library',
    thumbnails: 'thumbnail',
  };
  const kind = kinds[basename(path)];
  if (kind !== undefined) created[kind] = id;
};

/** Sends a filled request. */
export const sendChange = (
  url: string,
  { method, path, accept, body, image }: FilledChange,
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  const form = new FormData();
  if (image) form.set('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'a.png');
  return fetch(`${url}/komga${path}`, {
    method,
    headers: {
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(image ? { body: form } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};
