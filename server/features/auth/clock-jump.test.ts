import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createFileSecrets } from '../../config/file-secrets.ts';
import { createDeletionClock } from '../../database/deletion-clock.ts';
import { createTestStore, seedUser } from '../../testing/seed.ts';
import { createSessions } from './sessions.ts';
import { createAuthStore } from './store.ts';
import { createTokens } from './tokens.ts';

const from = { ip: '192.0.2.1', client: null };

test('a clock that is ten years ahead for a moment ends no session for good', () => {
  const home = createTestStore();
  const { username } = seedUser(home.database);
  let now = new Date();
  const clock = () => now;
  const deletionClock = createDeletionClock(home.database, clock);
  const store = createAuthStore(home.database);
  const user = store.userByName(username);
  if (!user) throw new Error('No user');
  const tokens = createTokens(createFileSecrets(join(home.dir, 'secrets.json')));
  const sessions = createSessions({ store, tokens, ttlSeconds: () => 3600, clock, deletionClock });
  const first = sessions.begin(user, from, { source: 'password' });
  const right = now;
  now = new Date(right.getTime() + 3650 * 24 * 3600 * 1000);
  sessions.begin(user, from, { source: 'password' });
  now = right;
  expect(sessions.find(first.access_token)).not.toBeNull();
  home.close();
});
