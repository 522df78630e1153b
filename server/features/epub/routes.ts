import { getManifest, getPositions, getResource, searchBook } from '../../../shared/api/epub.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { EpubService } from './service.ts';

export const epubRoutes = ({ epub }: { epub: EpubService }): Route[] => [
  route(getManifest, async ({ caller, params, basePath }) =>
    below(basePath, await epub.manifest(caller, params.id)),
  ),
  route(getPositions, async ({ caller, params, basePath }) =>
    below(basePath, await epub.positions(caller, params.id)),
  ),
  route(getResource, ({ params }) => epub.resource(params.id, params.path)),
  route(searchBook, async ({ caller, params, query, signal, basePath }) =>
    below(basePath, await epub.search(caller, params.id, query, signal)),
  ),
];

/** Prepends the base path to the links of a document. */
const below = <Body>(basePath: string, body: Body): Body =>
  basePath === ''
    ? body
    : (JSON.parse(
        JSON.stringify(body, (name, value: unknown) =>
          name === 'href' && typeof value === 'string' && value.startsWith('/api/')
            ? basePath + value
            : value,
        ),
      ) as Body);
