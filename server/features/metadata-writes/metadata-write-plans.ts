import type { MetadataWrite, planMetadataWrite } from '../../../shared/api/metadata-writes.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { metadataWriteTables } from '../../scanner/file-plans/plan-tables.ts';
import type { FilePlanKind } from '../file-plans/types.ts';

export type MetadataWriteBody = EndpointParsed<typeof planMetadataWrite>['body'];

/** Writes metadata into files. */
export const metadataWritePlans: FilePlanKind<MetadataWrite, MetadataWriteBody> = {
  tables: metadataWriteTables,
  record: 'Metadata write',
  keptDays: 90,
  taskType: 'write_metadata',
  taskKey: 'write_id',
  task: (write_id, library_id, step) => ({
    task_type: 'write_metadata',
    library_id,
    payload: { write_id, step },
  }),
  fields: `'scope', p.scope`,
  fileFields: `'path', b.path, 'sidecar', f.sidecar, 'changes', json(f.changes),
    'written_at', f.written_at`,
  columns: ['scope'],
  valuesOf: ({ scope }) => ({ scope }),
  // Without edits, no field differs.
  candidates: `@scope = 'all' OR b.locked_fields <> '[]' OR s.locked_fields <> '[]'`,
  doneOf: ({ files }) => files.written,
  notAllowedProblem: 'The settings of the library do not allow that files are written',
  // Both programs would write the same files, and calibre overwrites foreign changes.
  calibreProblem:
    'calibre keeps the metadata of this library, so Octavo leaves its files as they are. Edit the books in calibre.',
  nothingLeftProblem: 'There is nothing left to write',
  doneProblem: 'Files were written. Undo that first.',
  noBooksProblem:
    'Nothing was edited in these books, so there is nothing to write into their files',
};
