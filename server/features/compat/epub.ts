import type { Request } from 'express';

import {
  manifestType,
  positionsType,
  type PositionList,
  type PublicationManifest,
} from '../../../shared/api/epub.ts';
import { acceptNames } from '../../http/accept.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/route.ts';
import { progressionSchema, type ProgressionService } from '../epub/progression.ts';
import type { EpubService } from '../epub/service.ts';
import { compatRoute, type CompatInput, type CompatRoute } from './route.ts';

const reading = ['books-read', 'pages-read'] as const;
const divinaType = 'application/divina+json';
const progressionType = 'application/vnd.readium.progression+json';

/** What readers of texts need: manifest, positions, files of the book, and progress in the words of Readium. */
export const compatEpubRoutes = ({
  epub,
  progression,
  prefix,
}: {
  epub: EpubService;
  progression: ProgressionService;
  prefix: () => string;
}): CompatRoute[] => {
  const manifest = (ending: string, typeOf: (accept: string | undefined) => string) =>
    compatRoute(
      { method: 'GET', path: `/api/v1/books/:id/manifest${ending}`, needs: reading },
      async ({ caller, params: { id = '' }, request }: CompatInput & { caller: Caller }) => {
        const type = typeOf(request.headers.accept);
        const base = `${originOf(request)}/${prefix()}`;
        const body = manifestAt(await epub.manifest(caller, id), base);
        return new Reply(body, { 'Content-Type': type, Vary: 'Accept' });
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
      async ({ caller, params: { id = '' } }) =>
        new Reply(inBook(await epub.positions(caller, id)), { 'Content-Type': positionsType }),
    ),
    compatRoute(
      {
        method: 'GET',
        path: '/api/v1/books/:id/resource/*path',
        needs: reading,
        answers: 'content',
      },
      ({ params: { id = '', path = '' } }) => epub.resource(id, path),
    ),
    compatRoute(
      { method: 'GET', path, needs: ['books-read', 'progress-read'] },
      async ({ caller, params: { id = '' } }) => {
        const known = await progression.get(caller, id);
        if (!known) return undefined;
        const locator = { ...known.locator, href: pathInBook(known.locator.href) };
        return new Reply({ ...known, locator }, { 'Content-Type': progressionType });
      },
    ),
    compatRoute(
      { method: 'PUT', path, needs: ['books-read', 'progress-write'], body: progressionSchema },
      ({ caller, params: { id = '' }, body }) => progression.put(caller, id, body),
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

const inBook = ({ total, positions }: PositionList): PositionList => ({
  total,
  positions: positions.map((locator) => ({ ...locator, href: pathInBook(locator.href) })),
});

/** The manifest with the addresses of this API and contributors as one strict client reads them. */
const manifestAt = (manifest: PublicationManifest, base: string) => {
  const metadata = Object.entries(manifest.metadata).map(([key, value]) => [
    key,
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'string' ? item : item.name))
      : value,
  ]);
  const address = (href: string) =>
    href === '' ? '' : base + href.replace(/(\/books\/[^/]+)\/resources\//, '$1/resource/');
  return {
    ...(addressed(manifest, address) as PublicationManifest),
    metadata: Object.fromEntries(metadata) as Record<string, unknown>,
  };
};

/** Every `href` in the value, however deep, changed by `address`. */
const addressed = (value: unknown, address: (href: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => addressed(item, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'href' && typeof inner === 'string' ? address(inner) : addressed(inner, address),
    ]),
  );
};
