import { stat } from 'node:fs/promises';

import { badField } from '../../../shared/errors.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { pathProblem } from '../../paths/parse-user-path.ts';
import type { SettingKey } from './definitions.ts';
import type { SettingUpdate } from './service.ts';

/** A hung network drive never responds, ms. */
const patienceMs = 2000;

const kinds: Partial<Record<SettingKey | (string & {}), 'file' | 'folder'>> = {
  'backups.folder': 'folder',
  'sharing.tls_cert': 'file',
  'sharing.tls_key': 'file',
};

/**
 * Throws BadRequest for a setting that names a file where a folder belongs, or the reverse. Missing
 * or unresponsive paths are accepted, because a drive may be connected later.
 */
export const checkPlaces = async (updates: readonly SettingUpdate[]): Promise<void> => {
  for (const { key, value, path: field } of updates) {
    const kind = kinds[key];
    if (kind === undefined || typeof value !== 'string' || value === '') continue;
    if (pathProblem(value) !== null) continue;
    const problem = await withTimeout(problemOf(value, kind), patienceMs, null);
    if (problem !== null) throw badField(field, problem);
  }
};

const problemOf = async (path: string, kind: 'file' | 'folder'): Promise<string | null> => {
  try {
    const found = await stat(path);
    if (kind === 'folder' ? found.isDirectory() : found.isFile()) return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isBelowFile = code === 'ENOTDIR' || code === 'ELOOP';
    if (!isBelowFile) return null;
  }
  return kind === 'folder' ? `"${path}" is not a folder` : `"${path}" is not a file`;
};
