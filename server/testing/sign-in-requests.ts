import { randomBytes, hash } from 'node:crypto';
import { join } from 'node:path';

import { redeemTicket } from '../../shared/api/auth.ts';
import { addPasskey, startPasskey, startPasskeySignIn } from '../../shared/api/passkeys.ts';
import { setUpSecondFactor } from '../../shared/api/second-factor.ts';
import { listSessions } from '../../shared/api/sessions.ts';
import { createClient } from '../../shared/client.ts';
import { connect } from '../database/database.ts';
import { recoveryCodeHash } from '../features/second-factor/codes.ts';
import { codeOf, stepAt } from '../features/second-factor/totp.ts';
import { createSoftwareAuthenticator } from './authenticator.ts';
import { fromBase32 } from './base32.ts';
import { admin, type TestServer } from './server.ts';

/** Input that makes requests about the admin's sessions, second factor and passkeys succeed. */
export const createSignInRequests = (octavo: TestServer) => {
  const sql = <Result>(run: (database: ReturnType<typeof connect>) => Result): Result => {
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    try {
      return run(database);
    } finally {
      database.close();
    }
  };
  const current_password = admin.password;
  /** Passkeys need a host name. */
  const byName = createClient({
    baseUrl: `http://localhost:${octavo.server.port}`,
    fetch,
    headers: () => ({ authorization: `Bearer ${octavo.token}` }),
  });
  const newPasskey = async () => {
    const device = createSoftwareAuthenticator();
    const { challenge } = await byName.call(startPasskey, { body: { current_password } });
    return { device, credential: device.create({ challenge, origin: octavo.url }) };
  };
  const addedPasskey = async () => {
    const { device, credential } = await newPasskey();
    const { id } = await octavo.api.call(addPasskey, { body: { name: 'A', credential } });
    return { device, id };
  };

  return {
    /** The id of another session of the admin. */
    async addSession(): Promise<string> {
      const ticket = octavo.server.control.issueTicket(admin.username);
      await octavo.api.call(redeemTicket, { body: { ticket } });
      const { sessions } = await octavo.api.call(listSessions);
      return sessions.find(({ is_current }) => !is_current)?.id ?? '';
    },
    /** The token of a link that sets the admin's password. */
    addPasswordReset(): string {
      const token = randomBytes(32).toString('base64url');
      sql((database) =>
        database
          .prepare(
            `INSERT OR REPLACE INTO password_resets (user_pk, token_hash, email_key, created_at, expires_at)
             SELECT pk, ?, email_key, updated_at, '9999-12-31T00:00:00.000Z' FROM users
             WHERE username_key = ?`,
          )
          .run(hash('sha256', token), admin.username),
      );
      return token;
    },
    /** A code of an authenticator app that waits for its confirmation. */
    async waitingCode(): Promise<string> {
      const { secret } = await octavo.api.call(setUpSecondFactor, { body: { current_password } });
      return codeOf(fromBase32(secret), stepAt(new Date()));
    },
    /** A recovery code of the admin, whose two-factor sign-in is on. */
    addRecoveryCode(): string {
      const code = randomBytes(10).toString('hex');
      sql((database) => {
        const pk = database
          .prepare<[string], number>('SELECT pk FROM users WHERE username_key = ?')
          .pluck()
          .get(admin.username);
        database
          .prepare(
            `INSERT INTO totp (user_pk, secret, created_at, confirmed_at) VALUES (@pk, '', '', '')
             ON CONFLICT DO UPDATE SET confirmed_at = ''`,
          )
          .run({ pk });
        database
          .prepare('INSERT INTO recovery_codes (user_pk, code_hash) VALUES (?, ?)')
          .run(pk, recoveryCodeHash(code));
      });
      return code;
    },
    newPasskey: async () => (await newPasskey()).credential,
    addPasskey: async () => (await addedPasskey()).id,
    async passkeySignIn() {
      const { device } = await addedPasskey();
      const { challenge } = await octavo.api.call(startPasskeySignIn);
      return device.get({ challenge, origin: octavo.url });
    },
  };
};
