import type { Request } from 'express';

import { manifestType, positionsType } from '../../../shared/api/epub.ts';
import { acceptNames } from '../../http/accept.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/route.ts';
import type { DevicesService } from '../devices/service.ts';
import { withReals } from '../epub/locator.ts';
import { progressionSchema, type ProgressionService } from '../epub/progression.ts';
import { resourcePolicy } from '../epub/resources.ts';
import type { EpubService } from '../epub/service.ts';
import { compatManifest } from './manifest.ts';
import { compatRoute, type CompatInput, type CompatRoute } from './route.ts';

const reading = ['books-read', 'pages-read'] as const;
const divinaType = 'application/divina+json';
const progressionType = 'application/vnd.readium.progression+json';

/** What readers of texts need: manifest, positions, files of the book, and progress in the words of Readium. */
export const compatEpubRoutes = ({
  epub,
  progression,
  devices,
  prefix,
}: {
  epub: EpubService;
  progression: ProgressionService;
  devices: Pick<DevicesService, 'readingOn'>;
  prefix: () => string;
}): CompatRoute[] => {
  const manifest = (ending: string, typeOf: (accept: string | undefined) => string) =>
    compatRoute(
      { method: 'GET', path: `/api/v1/books/:id/manifest${ending}`, needs: reading },
      async ({ caller, params: { id = '' }, request }: CompatInput & { caller: Caller }) => {
        const type = typeOf(request.headers.accept);
        const base = `${originOf(request)}/${prefix()}`;
        const manifest = await epub.manifest(caller, id, { asImages: type === divinaType });
        return new Reply(compatManifest(manifest, base), { 'Content-Type': type, Vary: 'Accept' });
      },
    );
  const path = '/api/v1/books/:id/progression';
  return [
    manifest('', (accept) => (acceptNames(accept, divinaType) ? divinaType : manifestType)),
    manifest('/epub', () => manifestType),
    manifest('/divina', () => divinaType),
    manifest('/pdf', () => manifestType),
    compatRoute(
      { method: 'GET', path: '/api/v1/books/:id/positions', needs: reading },
      async ({ caller, params: { id = '' } }) => {
        const { total, positions } = await epub.positions(caller, id);
        const body = {
          total,
          positions: positions.map((locator) =>
            locatorOf(locator, { page: locator.locations.position, total }),
          ),
        };
        return new Reply(body, { 'Content-Type': positionsType });
      },
    ),
    compatRoute(
      {
        method: 'GET',
        path: '/api/v1/books/:id/resource/*path',
        needs: reading,
        answers: 'content',
      },
      async ({ params: { id = '', path = '' } }) => ({
        ...(await epub.resource(id, path)),
        headers: resourcePolicy("'self'"),
      }),
    ),
    compatRoute(
      { method: 'GET', path, needs: ['books-read', 'progress-read'] },
      async ({ caller, params: { id = '' } }) => {
        const known = await progression.get(caller, id);
        if (!known) return undefined;
        const body = { ...known.progression, locator: locatorOf(known.progression.locator, known) };
        return new Reply(body, { 'Content-Type': progressionType });
      },
    ),
    compatRoute(
      { method: 'PUT', path, needs: ['books-read', 'progress-write'], body: progressionSchema },
      ({ caller, headers, params: { id = '' }, body }) => {
        const device = body.device ?? devices.readingOn(caller, headers['user-agent']);
        return progression.put(caller, id, { ...body, device });
      },
    ),
  ];
};

/** As the client reached it: some clients fetch what a manifest names without looking where it came from. */
const originOf = (request: Request): string =>
  `${request.protocol}://${request.headers.host ?? 'localhost'}`;

const ours = /^\/api\/v1\/books\/([^/]+)\/(resources|pages)\//;

/** Clients compare the places of texts with paths in the book, decoded. */
const pathInBook = (href: string): string =>
  ours.test(href) ? decodeURIComponent(href.replace(ours, '')) : href;

/**
 * A locator as strict clients of this format read it. How far the book is at its end, not at its beginning,
 * counts for a position, whatever its writer has said.
 */
const locatorOf = <
  L extends { href: string; locations: { progression: number; totalProgression: number } },
>(
  locator: L,
  { page, total }: { page: number; total: number },
) =>
  withReals({
    ...locator,
    href: pathInBook(locator.href),
    locations: { fragments: [], ...locator.locations, totalProgression: page / total },
  });
