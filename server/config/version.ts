import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of package.json, found upwards from here: sources and the built tree lie at different depths. */
export const readVersion = (from: string = import.meta.dirname): string => {
  const file = join(from, 'package.json');
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    if (name === 'octavo' && version) return version;
  }
  const parent = dirname(from);
  return parent === from ? '0.0.0' : readVersion(parent);
};
