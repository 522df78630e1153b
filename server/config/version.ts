import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from './resolve-path.ts';

const manifestPath = join(packageRoot, 'package.json');

/** When this version was packaged or checked out. */
export const readBuildTime = (): Date => statSync(manifestPath).mtime;

/** The version of package.json. */
export const readVersion = (): string => {
  const manifest = readFileSync(manifestPath, 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
