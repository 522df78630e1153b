import type { BinnedFileRecord, listBinnedFiles } from '../../../shared/api/file-bin.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { createRowList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import type { BinRow } from '../../scanner/file-bin/bin-store.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';

export type BinQuery = EndpointParsed<typeof listBinnedFiles>['query'];

const from = 'binned_files f JOIN libraries l ON l.pk = f.library_pk';

export const createFileBinStore = (database: Database) => {
  const list = createRowList<BinnedFileRecord>(database, {
    columns: `f.id, l.id AS library_id, l.name AS library_name, b.id AS book_id, f.path,
      f.file_size, f.reason, f.binned_at,
      strftime('%Y-%m-%dT%H:%M:%fZ', f.binned_at, '+${binDays} days') AS deleted_at`,
    from: `${from} LEFT JOIN books b ON b.pk = f.book_pk
      WHERE f.state <> 'moving' AND (@library_id IS NULL OR l.id = @library_id)`,
    keys: ['f.binned_at', 'f.pk'],
  });
  const byId = database.prepare<[string], Pick<BinRow, 'library_id' | 'path' | 'reason'>>(
    `SELECT l.id AS library_id, f.path, f.reason FROM ${from} WHERE f.id = ?`,
  );
  return {
    list: (query: BinQuery) => list(query, { library_id: query.library_id ?? null }),
    get: (id: string) => byId.get(id),
  };
};

export type FileBinStore = ReturnType<typeof createFileBinStore>;
