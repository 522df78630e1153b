import { manifestType, positionsType } from '../../../shared/api/epub.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import type { Caller } from '../../http/api/caller.ts';
import { Reply } from '../../http/api/route.ts';
import type { DevicesService } from '../devices/service.ts';
import { withReals } from '../epub/locator.ts';
import { progressionSchema, type ProgressionService } from '../epub/progression.ts';
import { resourcePolicy } from '../epub/resources.ts';
import type { EpubService } from '../epub/service.ts';
import { komgaManifest } from './manifest.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from './route.ts';

const reading = ['books-read', 'pages-read'] as const;
const divinaType = 'application/divina+json';
const progressionType = 'application/vnd.readium.progression+json';

/** Endpoints for EPUB readers: manifest, positions, resources and Readium progress. */
export const komgaEpubRoutes = ({
  epub,
  progression,
  devices,
  prefix,
}: {
  epub: EpubService;
  progression: ProgressionService;
  devices: Pick<DevicesService, 'readingOn'>;
  prefix: () => string;
}): KomgaRoute[] => {
  const manifest = (ending: string, typeOf: (accept: string | undefined) => string) =>
    komgaRoute(
      { method: 'GET', path: `/api/v1/books/:id/manifest${ending}`, needs: reading },
      async ({
        caller,
        params: { id = '' },
        request,
        reachedUrl,
      }: KomgaInput & { caller: Caller }) => {
        const type = typeOf(request.headers.accept);
        // Some clients resolve the links of a manifest without the manifest's own URL.
        const base = `${reachedUrl}/${prefix()}`;
        const manifest = await epub.manifest(caller, id, { asImages: type === divinaType });
        return new Reply(komgaManifest(manifest, base), { 'Content-Type': type, Vary: 'Accept' });
      },
    );
  const path = '/api/v1/books/:id/progression';
  return [
    manifest('', (accept) => (acceptsExactly(accept, divinaType) ? divinaType : manifestType)),
    manifest('/epub', () => manifestType),
    manifest('/divina', () => divinaType),
    manifest('/pdf', () => manifestType),
    komgaRoute(
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
    komgaRoute(
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
    komgaRoute(
      { method: 'GET', path, needs: ['books-read', 'progress-read'] },
      async ({ caller, params: { id = '' } }) => {
        const known = await progression.get(caller, id);
        if (!known) return undefined;
        const body = { ...known.progression, locator: locatorOf(known.progression.locator, known) };
        return new Reply(body, { 'Content-Type': progressionType });
      },
    ),
    komgaRoute(
      { method: 'PUT', path, needs: ['books-read', 'progress-write'], body: progressionSchema },
      ({ caller, headers, params: { id = '' }, body }) => {
        const device = body.device ?? devices.readingOn(caller, headers['user-agent']);
        return progression.put(caller, id, { ...body, device });
      },
    ),
  ];
};

const ours = /^\/api\/v1\/books\/([^/]+)\/(resources|pages)\//;

/** Clients compare hrefs with decoded paths in the book. */
const pathInBook = (href: string): string =>
  ours.test(href) ? decodeURIComponent(href.replace(ours, '')) : href;

/**
 * Adapts a locator for strict clients. A position counts by the progress at the end of its page,
 * whatever its writer sent.
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
