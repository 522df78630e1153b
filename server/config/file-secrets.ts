import { existsSync, readFileSync } from 'node:fs';

import type { SecretStore } from '../host.ts';
import { writeWhole } from './write-whole.ts';

/** Secrets in a JSON file that only its owner may read; the headless counterpart of the system's safe. */
export const createFileSecrets = (file: string): SecretStore => {
  const read = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return {
    get: (name) => read()[name] ?? null,
    set(name, value) {
      writeWhole(file, JSON.stringify({ ...read(), [name]: value }));
    },
  };
};
