import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { z } from 'zod';

import { connect } from '../database/database.ts';
import { newestVersion } from '../database/migrate.ts';
import { DatabaseError } from '../database/types.ts';
import { createPasswords } from '../features/auth/passwords.ts';
import { signInKey } from '../features/auth/sign-in-names.ts';
import { createAuthStore, type UserRow } from '../features/auth/store.ts';
import { createSecondFactorStore } from '../features/second-factor/store.ts';
import { passwordSchema } from '../../shared/api/account-fields.ts';

/**
 * Asks for a new password of the user with this name or e-mail address, sets it and ends their
 * sessions, also while a server runs; API keys and paired devices stay. Returns the user as before.
 * Throws DatabaseError with a one-line message.
 */
export const resetPassword = async (
  file: string,
  name: string,
  {
    withoutSecondFactor,
  }: {
    /** Also turns two-factor sign-in off and removes the passkeys. */
    withoutSecondFactor: boolean;
  },
): Promise<UserRow> => {
  if (!existsSync(file)) throw new DatabaseError(`There is no database at ${file}`);
  const database = connect(file);
  try {
    if (database.pragma('user_version', { simple: true }) !== newestVersion()) {
      throw new DatabaseError(
        'The database is of another version; start this Octavo once, then try again',
      );
    }
    const store = createAuthStore(database);
    const userNamed = () => {
      const user = store.userBySignInName(signInKey(name));
      if (!user) throw new DatabaseError(`Nobody signs in with "${name}"`);
      return user;
    };
    const { username } = userNamed();
    const given = passwordSchema.safeParse(await readPassword(`New password for ${username}: `));
    if (!given.success) throw new DatabaseError(`Use a password of ${passwordRule}`);
    const password_hash = await createPasswords().hash(given.data);
    return database
      .transaction(() => {
        const user = userNamed();
        const now = new Date().toISOString();
        database
          .prepare('UPDATE users SET password_hash = ?, updated_at = ? WHERE pk = ?')
          .run(password_hash, now, user.pk);
        if (withoutSecondFactor) createSecondFactorStore(database).removeAll(user.pk, now);
        store.deleteOtherSessions(user.pk, null);
        return user;
      })
      .immediate();
  } finally {
    database.close();
  }
};

const passwordRule = z.toJSONSchema(passwordSchema).description ?? '';

/** Reads one line of standard input, without echo at a terminal, or from a pipe. */
const readPassword = async (prompt: string): Promise<string> => {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write(prompt);
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
};
