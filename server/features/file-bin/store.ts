import type { BinnedFileRecord, listBinnedFiles } from '../../../shared/api/file-bin.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { createRowList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import type { BinRow } from '../../scanner/file-bin/bin-store.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';

export type BinQuery = EndpointParsed<typeof listBinnedFiles>['query'];

const from = 'binned_files f JOIN libraries l ON l.pk = f.library_pk';

export const createFileBinStore = (database: Database) => {
<<<<<<< HEAD
  const lists = (direction: 'asc' | 'desc') =>
    database.prepare<
      { library_id: string | null; limit: number; offset: number },
      Omit<BinnedFileRecord, 'is_in_system_bin'> & { is_in_system_bin: number }
    >(
      `SELECT f.id, l.id AS library_id, l.name AS library_name, b.id AS book_id, f.path,
         f.file_size, f.reason, f.handed_over_at IS NOT NULL AS is_in_system_bin, f.binned_at,
         strftime('%Y-%m-%dT%H:%M:%fZ', f.binned_at, '+${binDays} days') AS deleted_at
       FROM ${from} LEFT JOIN books b ON b.pk = f.book_pk WHERE ${ofLibrary}
       ORDER BY f.binned_at ${direction}, f.pk ${direction} LIMIT @limit OFFSET @offset`,
    );
  const listed = { asc: lists('asc'), desc: lists('desc') };
  const total = database
    .prepare<{ library_id: string | null }, number>(
      `SELECT count(*) FROM ${from} WHERE ${ofLibrary}`,
    )
    .pluck();
=======
  const list = createRowList<BinnedFileRecord>(database, {
    columns: `f.id, l.id AS library_id, l.name AS library_name, b.id AS book_id, f.path,
      f.file_size, f.reason, f.binned_at,
      strftime('%Y-%m-%dT%H:%M:%fZ', f.binned_at, '+${binDays} days') AS deleted_at`,
    from: `${from} LEFT JOIN books b ON b.pk = f.book_pk
      WHERE f.state <> 'moving' AND (@library_id IS NULL OR l.id = @library_id)`,
    keys: ['f.binned_at', 'f.pk'],
  });
>>>>>>> twins
  const byId = database.prepare<[string], Pick<BinRow, 'library_id' | 'path' | 'reason'>>(
    `SELECT l.id AS library_id, f.path, f.reason FROM ${from} WHERE f.id = ?`,
  );
  return {
<<<<<<< HEAD
    list: ({ sort, library_id: named, ...page }: BinQuery): ListPage<BinnedFileRecord> => {
      const which = { library_id: named ?? null };
      return {
        data: listed[sort.direction]
          .all({ ...which, ...limits(page) })
          .map((file) => ({ ...file, is_in_system_bin: file.is_in_system_bin === 1 })),
        total: total.get(which) ?? 0,
      };
    },
=======
    list: (query: BinQuery) => list(query, { library_id: query.library_id ?? null }),
>>>>>>> twins
    get: (id: string) => byId.get(id),
  };
};

export type FileBinStore = ReturnType<typeof createFileBinStore>;
