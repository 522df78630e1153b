import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { CalibreColumn } from '../../../shared/api/library-preview.ts';
import { badField } from '../../../shared/errors.ts';
import { ForeignDatabaseError } from '../../lib/foreign-database/foreign-database.ts';
import { readCalibreColumns } from '../../scanner/calibre/calibre-database.ts';
import { calibreName } from '../../scanner/calibre/calibre-name.ts';
import { suggestTarget } from '../../scanner/calibre/custom-columns.ts';
import { validateRoot } from './library-folder.ts';

/**
 * The custom columns of the calibre library in a folder. Throws BadRequest for a folder or database
 * that cannot be read.
 *
 * @param folder for a copy of the database
 */
export const calibreColumns = async (
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<CalibreColumn[]> => {
  const root = await validateRoot(path);
  await mkdir(folder, { recursive: true });
  try {
    const columns = await readCalibreColumns(join(root, calibreName), { folder, signal });
    return columns.map((column) => {
      const { label, name, datatype } = column;
      return { label, name, datatype, suggestion: suggestTarget(column) };
    });
  } catch (error) {
    if (!(error instanceof ForeignDatabaseError)) throw error;
    throw badField('body.path', error.message);
  }
};
