import { listBinnedFiles, restoreBinnedFile } from '../../../shared/api/file-bin.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FileBinService } from './service.ts';

export const fileBinRoutes = ({ binnedFiles }: { binnedFiles: FileBinService }): Route[] => [
  route(listBinnedFiles, ({ query }) => binnedFiles.list(query)),
  route(restoreBinnedFile, ({ params }) => binnedFiles.restore(params.id)),
];
