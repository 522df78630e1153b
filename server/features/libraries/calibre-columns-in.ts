import type { CalibreColumn } from '../../../shared/api/library-preview.ts';

/**
 * The custom columns of a calibre library, for whoever `refuse` does not refuse. Reads what it needs
 * when it is called first.
 *
 * @param copies folder for copies of databases
 */
export const calibreColumnsIn =
  (copies: string, refuse: () => void) =>
  async (path: string, signal: AbortSignal): Promise<{ columns: CalibreColumn[] }> => {
    refuse();
    const { calibreColumns } = await import('./calibre-columns.ts');
    return { columns: await calibreColumns(path, copies, signal) };
  };
