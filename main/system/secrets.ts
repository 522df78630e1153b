import { z } from 'zod';

import { writeFileAtomic } from '../../server/lib/write-file-atomic.ts';
import type { SecretStore } from '../../server/host-environment.ts';
import type { SecretsPort } from '../ports.ts';
import { readJson } from '../desktop-state.ts';

export interface DesktopSecrets extends SecretStore {
  /** Resolves when all secrets are written to disk; rejects if that failed. */
  saved(): Promise<void>;
}

const storedSchema = z.record(
  z.string(),
  z.object({ sealed: z.boolean(), value: z.string() }).nullable().catch(null),
);

/**
 * Secrets in one file, each encrypted with a key from the system keychain. Without one (a Linux
 * session without a key ring), the file's mode 0600 protects them, like on the headless server. A
 * secret whose key is gone counts as missing: the server creates a new one.
 *
 * Electron decrypts asynchronously but the server reads synchronously, so all are decrypted in
 * advance.
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
    writeFileAtomic(file, JSON.stringify(stored, null, 2));
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
