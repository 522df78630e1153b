import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { settingKeys } from '../server/features/settings/definitions.ts';
import { root } from './run.ts';

/** Sharing has controls and an endpoint of its own. */
const ownControls = [
  ...['sharing.enabled', 'sharing.interfaces', 'sharing.port', 'sharing.names'],
  ...['sharing.tls', 'sharing.tls_cert', 'sharing.tls_key'],
];

test('every setting of the server is on one page of the settings', () => {
  const file = 'renderer/src/features/settings/server-setting-sections.ts';
  const [, lists = ''] =
    /serverSettingSections = (\{.*?\n\})/s.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
  const listed = [...lists.matchAll(/'(\w+\.\w+)'/g)].map(([, key = '']) => key);
  expect([...listed, ...ownControls].toSorted()).toEqual(settingKeys.toSorted());
});
