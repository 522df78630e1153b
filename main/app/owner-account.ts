import { randomBytes } from 'node:crypto';

import { initializeSetup } from '../../shared/api/setup.ts';
import { usernameSchema } from '../../shared/api/account-fields.ts';
import { createClient } from '../../shared/client.ts';
import type { RunningServer } from '../../server/host-environment.ts';
import type { DesktopSecrets } from '../system/secrets.ts';
import type { StateFile } from '../desktop-state.ts';

const passwordSecret = 'owner_password';

/**
 * Name of the user whom the window signs in as; creates that user, an admin, at the first start.
 * Its random password is stored with the other secrets; otherwise it is an ordinary account. Name
 * and password are saved before the account is created, so that an interrupted start can be
 * repeated.
 */
export const ensureOwner = async (
  server: RunningServer,
  { userName, state, secrets }: { userName: string; state: StateFile; secrets: DesktopSecrets },
): Promise<string> => {
  const username = state.get().owner ?? asUsername(userName);
  if (!server.control.setupRequired()) return username;

  const password = secrets.get(passwordSecret) ?? randomBytes(24).toString('base64url');
  secrets.set(passwordSecret, password);
  await secrets.saved();
  state.update({ owner: username });
  await createClient({ baseUrl: server.url, fetch }).call(initializeSetup, {
    body: { username, password },
  });
  return username;
};

/** Converts to a valid user name: `ACME:anna` → `ACME anna`. */
const asUsername = (name: string): string => {
  const tidy = name
    .replace(/[:\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 64)
    .trim();
  return usernameSchema.safeParse(tidy).data ?? 'owner';
};
