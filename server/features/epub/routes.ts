import { getManifest, getPositions, getResource, searchBook } from '../../../shared/api/epub.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { EpubService } from './service.ts';

export const epubRoutes = ({ epub }: { epub: EpubService }): Route[] => [
  route(getManifest, ({ caller, params }) => epub.manifest(caller, params.id)),
  route(getPositions, ({ caller, params }) => epub.positions(caller, params.id)),
  route(getResource, ({ params }) => epub.resource(params.id, params.path)),
  route(searchBook, ({ caller, params, query, signal }) =>
    epub.search(caller, params.id, query, signal),
  ),
];
