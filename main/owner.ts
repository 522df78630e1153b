import { randomBytes } from 'node:crypto';

import { usernameSchema } from '../shared/api/auth.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { createClient } from '../shared/client.ts';
import type { RunningServer } from '../server/host.ts';
import type { DesktopSecrets } from './secrets.ts';
import type { StateFile } from './state.ts';

const passwordSecret = 'owner_password';

/**
 * Name of the user whom the window signs in as; creates that user, an admin, at the first start.
 * The password is made up and kept with the other secrets: nobody types it, but the account is an
 * ordinary one from the start. Name and password are saved before the account is made, so that a
 * start cut short in between is simply repeated by the next one.
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
    // The form wants an address; .invalid is reserved and never leads anywhere.
    body: { username, password, email: 'owner@octavo.invalid' },
  });
  return username;
};

/** The nearest valid username: `ACME:anna` → `ACME anna`. */
const asUsername = (name: string): string => {
  const tidy = name
    .replace(/[:\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 64)
    .trim();
  return usernameSchema.safeParse(tidy).data ?? 'owner';
};
