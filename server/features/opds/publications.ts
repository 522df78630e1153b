import { positionsType } from '../../../shared/api/epub.ts';
import { getPage } from '../../../shared/api/pages.ts';
import { createBodyReader } from '../../http/body.ts';
import { sendContent } from '../../http/send-content.ts';
import { validate } from '../../http/validate.ts';
import type { BooksService } from '../books/service.ts';
import type { DevicesService } from '../devices/service.ts';
import {
  progressionSchema,
  type ProgressionService,
  type SentProgression,
} from '../epub/progression.ts';
import { withReals } from '../epub/locator.ts';
import type { EpubService } from '../epub/service.ts';
import type { PagesService, PageShape } from '../pages/service.ts';
import { jsonTypes, manifestTypeOf, writePublication } from './json-feed.ts';
import { readerFor, sendJson, type OpdsContext } from './router.ts';
import { pageNumber } from './streaming.ts';

/** What OPDS 2.0 has of one book: its publication, its Readium manifest with all it names, and where one is. */
export const publications =
  ({
    books,
    epub,
    pages,
    progression,
    devices,
    maxBodyBytes,
  }: {
    books: Pick<BooksService, 'get' | 'file'>;
    epub: EpubService;
    pages: Pick<PagesService, 'image'>;
    progression: ProgressionService;
    devices: Pick<DevicesService, 'readingOn'>;
    maxBodyBytes: () => number;
  }) =>
  ({ root, get, put, writingFor }: OpdsContext): void => {
    const readBody = createBodyReader(maxBodyBytes, ['application/json', 'application/*+json']);
    /** The same routes are here as in our own API, so that one way of signing in does for all. */
    const here = <Body extends object>(body: Body): Body =>
      JSON.parse(
        JSON.stringify(body, (name, value: unknown) =>
          name === 'href' && typeof value === 'string'
            ? value.replace(/^\/api\/v1(?=\/books\/)/, root)
            : value,
        ),
      ) as Body;

    get('/books/:id', ['books-read'], ({ caller, params: { id = '' }, response }) => {
      const publication = writePublication(books.get(caller, id), writingFor(caller));
      sendJson(response, jsonTypes.publication, publication);
    });
    get('/books/:id/manifest', reading, async ({ caller, params: { id = '' }, response }) => {
      const manifest = await epub.manifest(caller, id);
      sendJson(response, manifestTypeOf(books.get(caller, id)), here(manifest));
    });
    get('/books/:id/positions', reading, async ({ caller, params: { id = '' }, response }) => {
      const { total, positions } = here(await epub.positions(caller, id));
      sendJson(response, positionsType, { total, positions: positions.map(withReals) });
    });
    get('/books/:id/resources/*path', reading, async ({ params, request, response }) => {
      const { id = '', path = '' } = params;
      await sendContent(request, response, await epub.resource(id, path));
    });
    get('/books/:id/file', ['books-read'], async ({ params: { id = '' }, request, response }) => {
      await sendContent(request, response, await books.file(id));
    });
    get('/books/:id/pages/:page', ['pages-read'], async ({ params, request, response }) => {
      const { id = '', page = '' } = params;
      const shape = validate(getPage.query, request.query, 'query') as PageShape;
      const { accept } = request.headers;
      const reader = readerFor(request, response);
      const image = await pages.image(id, pageNumber(page), shape, accept, reader);
      await sendContent(request, response, image);
    });

    const place = '/books/:id/progression';
    get(place, ['progress-read'], async ({ caller, params: { id = '' }, response }) => {
      const found = await progression.get(caller, id);
      if (!found) {
        response.status(204).end();
        return;
      }
      const { locator, ...rest } = here(found.progression);
      sendJson(response, jsonTypes.progression, { ...rest, locator: withReals(locator) });
    });
    put(place, ['progress-write'], async ({ caller, params: { id = '' }, request, response }) => {
      const raw = await readBody(request, response);
      const sent = validate(progressionSchema, raw, 'body') as SentProgression;
      const device = sent.device ?? devices.readingOn(caller, request.headers['user-agent']);
      await progression.put(caller, id, { ...sent, device });
      response.status(204).end();
    });
  };

const reading = ['books-read', 'pages-read'] as const;
