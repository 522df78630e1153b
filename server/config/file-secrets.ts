import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

import type { SecretStore } from '../host-environment.ts';
import { ConfigError } from './config.ts';
import { writeFileAtomic } from '../lib/write-file-atomic.ts';

const secretsSchema = z.record(z.string(), z.string());

/**
 * Secrets in a JSON file readable only by its owner; the headless counterpart of the system
 * keychain. `get` and `set` throw ConfigError for a damaged file: replacing it would silently end
 * every session.
 */
export const createFileSecrets = (file: string): SecretStore => {
  const read = (): Record<string, string> => {
    if (!existsSync(file)) return {};
    const text = readFileSync(file, 'utf8');
    try {
      return secretsSchema.parse(JSON.parse(text));
    } catch {
      throw new ConfigError(
        `${file} is damaged. Put a copy in its place, or remove it: then everybody signs in again`,
      );
    }
  };
  return {
    get: (name) => read()[name] ?? null,
    set(name, value) {
      writeFileAtomic(file, JSON.stringify({ ...read(), [name]: value }));
    },
  };
};
