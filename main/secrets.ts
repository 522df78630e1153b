import { z } from 'zod';

import { writeWhole } from '../server/config/write-whole.ts';
import type { SecretStore } from '../server/host.ts';
import type { SecretsPort } from './ports.ts';
import { readJson } from './state.ts';

export interface DesktopSecrets extends SecretStore {
  /** Resolves when everything set so far is on disk; rejects if it could not be written. */
  saved(): Promise<void>;
}

const storedSchema = z.record(
  z.string(),
  z.object({ sealed: z.boolean(), value: z.string() }).nullable().catch(null),
);

/**
 * Secrets in one file, each encrypted with a key that the operating system keeps. Where it has no
 * safe (a Linux session without a key ring), the file's mode 0600 is what protects them, as it does
 * for the headless server. A secret whose key is gone counts as absent: the server makes a new one.
 *
 * Electron encrypts asynchronously and the server reads synchronously, so all are opened at once.
 */
export const openSecrets = async (port: SecretsPort, file: string): Promise<DesktopSecrets> => {
  const stored = storedSchema.catch({}).parse(readJson(file));
  const values = new Map<string, string>();
  for (const [name, entry] of Object.entries(stored)) {
    const value = entry && (await open(port, entry));
    if (value !== null) values.set(name, value);
  }

  const save = async (name: string, value: string) => {
    const sealed = await port.isSafe();
    stored[name] = sealed
      ? { sealed, value: (await port.encrypt(value)).toString('base64') }
      : { sealed, value };
    writeWhole(file, JSON.stringify(stored, null, 2));
  };
  let saving = Promise.resolve();
  return {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => {
      values.set(name, value);
      saving = saving.then(() => save(name, value));
      // Reported by `saved()`, which the shell awaits before it relies on a secret.
      saving.catch(() => undefined);
    },
    saved: () => saving,
  };
};

const open = async (
  port: SecretsPort,
  entry: { sealed: boolean; value: string },
): Promise<string | null> => {
  if (!entry.sealed) return entry.value;
  try {
    return await port.decrypt(Buffer.from(entry.value, 'base64'));
  } catch {
    return null;
  }
};
