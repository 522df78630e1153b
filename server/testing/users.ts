import { join } from 'node:path';

import type { Permission, Role } from '../../shared/permissions.ts';
import { connect } from '../database/database.ts';
import { newId, isoNow } from '../database/ids.ts';
import { createPasswords } from '../features/auth/passwords.ts';

const password = 'a fine password';
/** Hashed once, because that takes as long as some ten requests. */
let hash: Promise<string> | undefined;

/** Adds a user to a running test server; returns their credentials header. */
export const addUser = async (
  dataDir: string,
  {
    username,
    role,
    permissions = [],
  }: { username: string; role: Role; permissions?: Permission[] },
): Promise<{ authorization: string }> => {
  const password_hash = await (hash ??= createPasswords().hash(password));
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT INTO users (id, username, username_key, password_hash, role, permissions, created_at, updated_at)
       VALUES (@id, @username, @username, @password_hash, @role, @permissions, @now, @now)`,
    )
    .run({
      id: newId(),
      username,
      password_hash,
      role,
      permissions: JSON.stringify(permissions),
      now: isoNow(),
    });
  database.close();
  return {
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  };
};
