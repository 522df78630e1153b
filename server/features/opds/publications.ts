import { positionsType } from '../../../shared/api/epub.ts';
import { getPage } from '../../../shared/api/pages.ts';
import { notFound } from '../../../shared/errors.ts';
import { sendContent } from '../../http/api/send-content.ts';
import { validate } from '../../http/api/validate.ts';
import type { BooksService } from '../books/service.ts';
import { progressionSchema, type ProgressionService } from '../epub/progression.ts';
import { withReals } from '../epub/locator.ts';
import type { EpubService } from '../epub/service.ts';
import type { PagesService } from '../pages/types.ts';
import type { PageShape } from '../pages/types.ts';
import { readerFor, sendJson, unnamedDevice } from './http.ts';
import { jsonTypes, manifestTypeOf, writePublication } from './json-feed.ts';
import type { OpdsContext } from './router.ts';
import type { ProgressionReader } from './sent-progression.ts';
import { pageNumber } from './streaming.ts';

/**
 * OPDS 2.0 documents of a book: its publication, its Readium manifest with resources, and its
 * progression.
 */
export const publications =
  ({
    books,
    epub,
    pages,
    progression,
    readProgression,
  }: {
    books: Pick<BooksService, 'get'>;
    epub: EpubService;
    pages: Pick<PagesService, 'image'>;
    progression: ProgressionService;
    readProgression: ProgressionReader;
  }) =>
  ({ get, put }: OpdsContext): void => {
    get('/books/:id', ['books-read'], async ({ caller, params, response, writing }) => {
      const publication = await writePublication(books.get(caller, params.id ?? ''), writing);
      sendJson(response, jsonTypes.publication, publication);
    });
    // Komga has a separate path for each kind of manifest.
    for (const path of ['/books/:id/manifest', '/books/:id/manifest/:kind']) {
      get(path, reading, async ({ caller, params, response, writing }) => {
        const { id = '', kind } = params;
        if (kind !== undefined && !manifestKinds.has(kind)) throw notFound('Manifest', kind);
        const manifest = await epub.manifest(caller, id);
        const book = books.get(caller, id);
        const type = manifestTypeOf(book, await writing.hasPageImages(book));
        const hasCover = (await writing.coverUrl(`/books/${id}`)) !== null;
        const links = manifest.links
          .filter(({ rel }) => rel !== 'cover' || hasCover)
          .map((link) => (link.rel === 'self' ? { ...link, type } : link));
        sendJson(response, type, below(writing.root, id, { ...manifest, links }));
      });
    }
    get('/books/:id/positions', reading, async ({ caller, params, response, writing }) => {
      const { id = '' } = params;
      const { total, positions } = below(writing.root, id, await epub.positions(caller, id));
      sendJson(response, positionsType, { total, positions: positions.map(withReals) });
    });
    for (const folder of ['resources', 'resource']) {
      get(`/books/:id/${folder}/*path`, reading, async ({ params, request, response }) => {
        const { id = '', path = '' } = params;
        await sendContent(request, response, await epub.resource(id, path));
      });
    }
    for (const path of ['/books/:id/pages/:page', '/books/:id/pages/:page/raw']) {
      get(path, ['pages-read'], async ({ params, request, response }) => {
        const { id = '', page = '' } = params;
        const { convert: format, ...query } = request.query;
        const shape = validate(getPage.query, { format, ...query }, 'query') as PageShape;
        const { accept } = request.headers;
        const reader = readerFor(request, response);
        const image = await pages.image(id, pageNumber(page), shape, accept, reader);
        await sendContent(request, response, image);
      });
    }

    const path = '/books/:id/progression';
    get(path, ['progress-read'], async ({ caller, params: { id = '' }, response, writing }) => {
      const found = await progression.get(caller, id);
      if (!found) {
        response.status(204).end();
        return;
      }
      const { locator, device, ...rest } = below(writing.root, id, found.progression);
      sendJson(response, jsonTypes.progression, {
        ...rest,
        // OPDS requires a URI and a name; those sent by a device are returned unchanged.
        device: { ...device, id: device.id || unnamedDevice, name: device.name || 'Octavo' },
        locator: withReals(locator),
      });
    });
    put(path, ['progress-write'], async (context) => {
      const { caller, params, response } = context;
      const sent = await readProgression(progressionSchema, context);
      await progression.put(caller, params.id ?? '', sent);
      response.status(204).end();
    });
  };

const reading = ['books-read', 'pages-read'] as const;
const manifestKinds = new Set(['divina', 'epub', 'pdf']);

/**
 * Rewrites resource URLs to this root, which has the same routes, so that one way of authenticating
 * suffices. A stored position can contain the URLs of another API.
 */
const below = <Body extends object>(root: string, id: string, body: Body): Body =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => {
      if (name !== 'href' || typeof value !== 'string') return value;
      const start = value.indexOf(`/books/${id}/`);
      if (start < 0) return value;
      const own = value.slice(start).replace(/^(\/books\/[^/]+\/)resource\//, '$1resources/');
      // Encodes brackets, which occur in the fragments of books but are invalid in a URI.
      return root + own.replace(/[[\]]/g, encodeURIComponent);
    }),
  ) as Body;
