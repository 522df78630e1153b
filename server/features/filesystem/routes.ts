import { browseFilesystem, listDrives } from '../../../shared/api/filesystem.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FilesystemService } from './service.ts';

export const filesystemRoutes = ({ filesystem }: { filesystem: FilesystemService }): Route[] => [
  route(browseFilesystem, ({ query }) => filesystem.browse(query.path, query.include_files)),
  route(listDrives, ({ query }) => filesystem.drives(query)),
];
