import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

import type { SecretStore } from '../host.ts';
import { ConfigError } from './config.ts';
import { writeWhole } from './write-whole.ts';

const secretsSchema = z.record(z.string(), z.string());

/**
 * Secrets in a JSON file that only its owner can read; the headless counterpart of the system's safe. `get` and
 * `set` throw ConfigError for a damaged file: new secrets in its place would end every session without a word.
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
      writeWhole(file, JSON.stringify({ ...read(), [name]: value }));
    },
  };
};
