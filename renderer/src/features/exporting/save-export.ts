import {
  exportBooks,
  exportFoundBooks,
  exportFoundSeries,
  exportSeries,
} from '../../../../shared/api/exports.ts';
import { serverUrl } from '../../api/base-path.ts';
import { AppError } from '../../../../shared/errors.ts';
import { readToken } from '../../api/token.ts';
import type { ExportScope } from './export-store.ts';

export type ExportFormat = 'csv' | 'excel' | 'json';

/**
 * Saves an export as a file. A library is streamed to disk, whatever its size; a selection is
 * requested by its ids. @throws AppError
 */
export const saveExport = async (
  scope: ExportScope,
  kind: 'series' | 'books',
  format: ExportFormat,
): Promise<void> => {
  const form = { format: format === 'json' ? 'json' : 'csv', bom: String(format === 'excel') };
  if ('libraryId' in scope) {
    const query = { ...form, library_id: scope.libraryId };
    download(serverUrl(kind === 'series' ? exportSeries : exportBooks, { query }));
    return;
  }
  const endpoint = kind === 'series' ? exportFoundSeries : exportFoundBooks;
  const token = readToken();
  const response = await fetch(serverUrl(endpoint, { query: form }), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ ids: scope.selected.ids }),
  });
  if (!response.ok) {
    const { message } = (await response.json()) as { message: string };
    throw new AppError('BadRequest', message);
  }
  const address = URL.createObjectURL(await response.blob());
  download(address, `${kind}.${form.format}`);
  URL.revokeObjectURL(address);
};

/** Without a name, the server's file name is used. */
const download = (address: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
};
