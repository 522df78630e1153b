import { queryOptions } from '@tanstack/react-query';

import { type Drive, listDrives } from '../../../../shared/api/filesystem.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';

/** Drives of the server's computer. */
export const drivesQuery = () =>
  queryOptions({
    queryKey: ['drives'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listDrives, { query: { pageSize: maxPageSize }, signal }),
  });

/** The drive that contains a folder: the one with the longest matching path. */
export const driveOf = (drives: readonly Drive[], folder: string): Drive | undefined =>
  drives
    .filter(({ path }) => {
      const root = /[\\/]$/.test(path) ? path : `${path}/`;
      return `${folder}/`.toLowerCase().startsWith(root.toLowerCase());
    })
    .sort((a, b) => b.path.length - a.path.length)[0];
