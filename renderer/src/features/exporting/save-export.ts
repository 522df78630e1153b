import {
  exportBooks,
  exportFoundBooks,
  exportFoundSeries,
  exportSeries,
} from '../../../../shared/api/exports.ts';
import { errorOfResponse } from '../../../../shared/client.ts';
import { serverUrl } from '../../api/base-path.ts';
import { readToken } from '../../api/token.ts';

export type ExportFormat = 'csv' | 'excel' | 'json' | 'markdown';

/** Whole libraries, or records by their ids. */
export type ExportChoice = { libraryIds: readonly string[] } | { ids: readonly string[] };

/**
 * Saves an export as a file, with these columns or all. One library is streamed to disk, whatever its
 * size; several, and a selection, are requested by a filter. @throws AppError
 */
export const saveExport = async (
  choice: ExportChoice,
  kind: 'series' | 'books',
  format: ExportFormat,
  columns?: readonly string[],
): Promise<void> => {
  const form = {
    format: format === 'excel' ? 'csv' : format,
    bom: String(format === 'excel'),
    ...(columns === undefined ? {} : { columns: columns.join(',') }),
  };
  if ('libraryIds' in choice && choice.libraryIds.length === 1) {
    const query = { ...form, library_id: choice.libraryIds[0] };
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
    body: JSON.stringify(bodyOf(choice)),
  });
  if (!response.ok) throw errorOfResponse(response.status, await response.text());
  const address = URL.createObjectURL(await response.blob());
  download(address, `${kind}.${form.format === 'markdown' ? 'md' : form.format}`);
  URL.revokeObjectURL(address);
};

const bodyOf = (choice: ExportChoice) =>
  'ids' in choice
    ? { ids: choice.ids }
    : {
        condition: {
          anyOf: choice.libraryIds.map((value) => ({ libraryId: { operator: 'is', value } })),
        },
      };

/** Without a name, the server's file name is used. */
const download = (address: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
};
