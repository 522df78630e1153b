import { lstat, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { hourMs } from '../../../shared/durations.ts';
import { badField } from '../../../shared/errors.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { newFolderProblem, pathProblem } from '../../paths/parse-user-path.ts';
import type { SettingKey } from './definitions.ts';
import type { SettingUpdate } from './service.ts';

/** A hung network drive never responds, ms. */
const patienceMs = 2000;
/** Longer ones are refused by their type. */
const maxPathLength = 4096;

type PathKind = 'file' | 'folder' | 'writable folder';

const kinds: Partial<Record<SettingKey | (string & {}), PathKind>> = {
  'backups.folder': 'folder',
  'library.bin_folder': 'writable folder',
  'sharing.tls_cert': 'file',
  'sharing.tls_key': 'file',
};

/**
 * Throws BadRequest for a setting that names a file where a folder belongs, or the reverse. Missing
 * or unresponsive paths are accepted, because a drive may be connected later, unless the folder must be
 * writable.
 */
export const checkPathSettings = async (updates: readonly SettingUpdate[]): Promise<void> => {
  for (const { key, value, path: field } of updates) {
    const kind = kinds[key];
    if (kind === undefined || typeof value !== 'string' || value === '') continue;
    const formProblem = kind === 'file' ? pathProblem(value) : newFolderProblem(value);
    if (formProblem !== null || value.length > maxPathLength) continue;
    const problem = await withTimeout(
      problemOf(value, kind),
      patienceMs,
      kind === 'writable folder' ? notWritable(value) : null,
    );
    if (problem !== null) throw badField(field, problem);
  }
};

const problemOf = async (path: string, kind: PathKind): Promise<string | null> => {
  try {
    const found = await stat(path);
    if (kind === 'file' ? found.isFile() : found.isDirectory()) {
      if (kind === 'writable folder') await probe(path);
      return null;
    }
  } catch (error) {
    if (kind === 'writable folder') return notWritable(path);
    const { code } = error as NodeJS.ErrnoException;
    const isBelowFile = code === 'ENOTDIR' || code === 'ELOOP';
    if (!isBelowFile) return null;
  }
  return kind === 'file' ? `"${path}" is not a file` : `"${path}" is not a folder`;
};

/** A hidden name, because scans skip these; nobody else gives a folder such a name. */
const probePrefix = '.octavo-probe-';
const probeName = /^\.octavo-probe-[A-Za-z0-9]{6}$/;
/** A probe takes milliseconds. */
const staleMs = hourMs;

/**
 * Rejects if nothing can be written into a folder. Rights alone do not tell: of a drive that is mounted read-only, for
 * example. Then removes what probes left that were killed.
 */
const probe = async (folder: string): Promise<void> => {
  await rmdir(await mkdtemp(join(folder, probePrefix)));
  const names = await readdir(folder).catch(() => []);
  const probes = names.filter((name) => probeName.test(name));
  await Promise.all(probes.map((name) => removeStale(join(folder, name)).catch(() => undefined)));
};

const removeStale = async (path: string): Promise<void> => {
  const stats = await lstat(path);
  // Rejects for a folder with anything in it.
  if (stats.isDirectory() && Date.now() - stats.mtimeMs > staleMs) await rmdir(path);
};

const notWritable = (path: string) =>
  `Octavo cannot write into the folder "${path}". Create it, connect its drive, or choose another.`;
