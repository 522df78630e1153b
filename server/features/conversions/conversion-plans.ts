import { jsonBoolean } from '../../database/json.ts';
import type { Conversion, planConversion } from '../../../shared/api/conversions.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { binDays } from '../../scanner/file-bin/file-bin.ts';
import { conversionTables } from '../../scanner/file-plans/plan-tables.ts';
import type { FilePlanKind } from '../file-plans/types.ts';

export type ConversionBody = EndpointParsed<typeof planConversion>['body'];

const sum = (column: string) =>
  `(SELECT coalesce(sum(f.${column}), 0) FROM conversion_files f
    WHERE f.conversion_pk = p.pk AND f.state IN ('planned', 'converted'))`;

/** Converts files. */
export const conversionPlans: FilePlanKind<Conversion, ConversionBody> = {
  tables: conversionTables,
  record: 'Conversion',
  keptDays: binDays,
  taskType: 'convert_files',
  taskKey: 'conversion_id',
  task: (conversion_id, library_id, step) => ({
    task_type: 'convert_files',
    library_id,
    payload: { conversion_id, step },
  }),
  fields: `'pages', iif(p.page_format IS NULL, NULL,
      json_object('format', p.page_format, 'quality', p.page_quality)),
    'removed_pages', p.removed_pages,
    'by_rule', ${jsonBoolean('p.rule IS NOT NULL')}, 'from_size', ${sum('from_size')}, 'to_size', ${sum('to_size')}`,
  fileFields: `'action', f.action, 'from_path', coalesce(f.from_path, b.path), 'to_path', f.to_path,
    'from_size', f.from_size, 'to_size', f.to_size, 'converted_at', f.converted_at, 'page_count', f.page_count,
    'removed', json((SELECT json_group_array(r.value + 1) FROM json_each(f.removed) r))`,
  columns: ['page_format', 'page_quality', 'removed_pages'],
  valuesOf: ({ pages, removed_pages }) => ({
    removed_pages,
    page_format: pages?.format ?? null,
    page_quality: pages?.quality ?? null,
  }),
  candidates: 'TRUE',
  noBooksProblem: 'None of these books is in the library',
  doneOf: ({ files }) => files.converted,
  notAllowedProblem: 'The settings of the library do not allow that files are converted',
  calibreProblem: 'calibre keeps the files of this library, so Octavo leaves them as they are',
  nothingLeftProblem: 'There is nothing left to convert',
  doneProblem: 'Files were converted. Undo that first.',
};
