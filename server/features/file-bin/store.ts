import { jsonBoolean } from '../../database/json.ts';
import type { BinnedFileRecord, listBinnedFiles } from '../../../shared/api/file-bin.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { createRecordList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';
import type { BinRow } from '../../scanner/file-bin/bin-store.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';

export type BinQuery = EndpointParsed<typeof listBinnedFiles>['query'];

const from = 'binned_files f JOIN libraries l ON l.pk = f.library_pk';

export const createFileBinStore = (database: Database) => {
  const list = createRecordList<BinnedFileRecord>(database, {
    record: `json_object('id', f.id, 'library_id', l.id, 'library_name', l.name, 'book_id', b.id,
      'path', f.path, 'file_size', f.file_size, 'reason', f.reason,
      'is_in_system_bin', ${jsonBoolean('f.handed_over_at IS NOT NULL AND f.kept_at IS NULL')},
      'kept_at', iif(f.handed_over_at IS NULL, NULL, f.kept_at),
      'binned_at', f.binned_at,
      'deleted_at', strftime('%Y-%m-%dT%H:%M:%fZ', f.binned_at, '+${binDays} days'))`,
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
