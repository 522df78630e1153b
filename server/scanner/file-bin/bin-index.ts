import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { z } from 'zod';

import { uuid } from '../../../shared/schemas.ts';
import { binFolder } from '../../lib/file-bin.ts';
import { openRegular } from '../../media/regular-file.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { BinStore, StrayFile } from './bin-store.ts';

/** Beside the folders of the files, written when a library is removed: where each file was. */
const indexName = 'files.json';
/** Some 100,000 files. */
const maxIndexBytes = 32 * 1024 * 1024;

const indexSchema = z.record(uuid, z.string());

const binOf = (root: string): string => toLongPath(join(root, binFolder));

/** Does nothing for a library without a bin. */
export const writeBinIndex = async (
  root: string,
  files: readonly { id: string; path: string }[],
): Promise<void> => {
  const paths = Object.fromEntries(files.map(({ id, path }) => [id, path]));
  const bin = await lstat(binOf(root)).catch(() => null);
  if (bin?.isDirectory() !== true || files.length === 0) return;
  const index = join(binOf(root), indexName);
  // Replaces a link that somebody put there, instead of the file to which it leads.
  await rm(index, { force: true });
  await writeFile(index, JSON.stringify(paths), { mode: 0o600, flag: 'wx' });
};

/** The index must not lead out of the folder, because everybody who can write into that can change it. */
const isBelow = (path: string): boolean => !path.split(/[/\\]/).includes('..');

const readIndex = async (bin: string): Promise<Record<string, string>> => {
  const file = await openRegular(join(bin, indexName)).catch(() => null);
  if (file === null) return {};
  try {
    if ((await file.stat()).size > maxIndexBytes) return {};
    return indexSchema.parse(JSON.parse(await file.readFile('utf8')));
  } catch {
    return {};
  } finally {
    await file.close();
  }
};

/**
 * Files in the bin of a library, without those that are known. Only what is as Octavo makes it: a folder with an id as its
 * name and one file in it.
 */
const strayFiles = async (root: string, known: () => ReadonlySet<string>): Promise<StrayFile[]> => {
  const bin = binOf(root);
  const stats = await lstat(bin).catch(() => null);
  if (stats?.isDirectory() !== true) return [];
  const entries = await readdir(bin, { withFileTypes: true });
  // Asked afterwards, because a file is known before it is moved here.
  const ids = known();
  const folders = entries.filter(
    (entry) => entry.isDirectory() && uuid.safeParse(entry.name).success && !ids.has(entry.name),
  );
  const paths = folders.length > 0 ? await readIndex(bin) : {};
  const found: StrayFile[] = [];
  for (const { name: id } of folders) {
    const [name, ...others] = await readdir(join(bin, id)).catch(() => []);
    if (name === undefined || others.length > 0) continue;
    const file = await lstat(join(bin, id, name));
    if (!file.isFile() && !file.isDirectory()) continue;
    const path = paths[id];
    found.push({
      id,
      path: path !== undefined && basename(path) === name && isBelow(path) ? path : name,
      file_size: file.isFile() ? file.size : 0,
    });
  }
  return found;
};

/** Adds stray files to the bins of their libraries; returns their number. */
export const adoptStrays = async (
  store: Pick<BinStore, 'libraries' | 'known' | 'adopt'>,
  {
    onDrive,
    onFailure,
  }: {
    onDrive: <Result>(root: string, work: () => Promise<Result>) => Promise<Result>;
    onFailure: (error: unknown, path: string) => void;
  },
): Promise<number> => {
  let adopted = 0;
  for (const { id, root } of store.libraries()) {
    try {
      const strays = await onDrive(root, () => strayFiles(root, store.known));
      if (strays.length === 0) continue;
      store.adopt(id, strays);
      adopted += strays.length;
      // Its files are known again.
      await onDrive(root, () => rm(join(binOf(root), indexName), { force: true }));
    } catch (error) {
      onFailure(error, join(root, binFolder));
    }
  }
  return adopted;
};
