import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

import { formatOf } from '../../media/formats/format-of.ts';
import { createFileList } from './file-list.ts';
import { canBeSidecar, folderPicture, type SidecarFile, sidecarNames } from './sidecar-files.ts';
import { statAgain, type Walk } from './walk.ts';

/** Other files in folders of series, beside their books. */
export type FolderSidecars = Pick<Walk, 'sidecars' | 'folderCovers'>;

/** `Marvel/Saga/1.cbz` → `Marvel/Saga`, `Marvel`, and the root, which is empty. */
const foldersAbove = (path: string): string[] => {
  const folder = dirname(path);
  return folder === '.' ? [''] : [folder, ...foldersAbove(folder)];
};

const fileAt = (folder: string, name: string): SidecarFile | null => {
  const stats = statSync(join(folder, name), { throwIfNoEntry: false });
  if (!stats?.isFile()) return null;
  return { name, size: stats.size, mtimeMs: Math.trunc(stats.mtimeMs) };
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};

/**
 * Reads only these files of a library, the files beside them, and the `series.json` in the folders above
 * them. `known` are the sidecars of the other folders, which stay as they are.
 */
export const walkOnly = (root: string, paths: readonly string[], known: FolderSidecars): Walk => {
  const sidecars = new Map(known.sidecars);
  const folderCovers = new Map(known.folderCovers);
  const bookSidecars = new Map<string, SidecarFile[]>();
  for (const folder of new Set(paths.flatMap(foldersAbove))) {
    const file = fileAt(join(root, folder), 'series.json');
    if (file) sidecars.set(folder, file.mtimeMs);
    else sidecars.delete(folder);
  }
  for (const [parent, books] of Map.groupBy(paths, (path) => dirname(path))) {
    const folder = parent === '.' ? '' : parent;
    const names = namesIn(join(root, folder));
    const beside = names.filter((name) => formatOf(name) === null && canBeSidecar(name));
    const ofBooks = sidecarNames(
      names.filter((name) => formatOf(name) !== null),
      beside,
    );
    for (const path of books) {
      const found = (ofBooks.get(basename(path)) ?? []).flatMap(
        (name) => fileAt(join(root, folder), name) ?? [],
      );
      if (found.length > 0) bookSidecars.set(path, found);
    }
    const picture = folderPicture(beside);
    const cover = picture === null ? null : fileAt(join(root, folder), picture);
    if (cover) folderCovers.set(folder, cover);
    else folderCovers.delete(folder);
  }
  const files = createFileList(paths.flatMap((path) => statAgain(root, path, false) ?? []));
  return { files, sidecars, bookSidecars, folderCovers, drafts: [], unsupported: [], errors: [] };
};
