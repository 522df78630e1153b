import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { SecretStore } from '../host.ts';

/** Secrets in a JSON file that only its owner may read; the headless counterpart of the system's safe. */
export const createFileSecrets = (file: string): SecretStore => {
  const read = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return {
    get: (name) => read()[name] ?? null,
    set(name, value) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.new`;
      writeFileSync(draft, JSON.stringify({ ...read(), [name]: value }), { mode: 0o600 });
      renameSync(draft, file);
    },
  };
};
