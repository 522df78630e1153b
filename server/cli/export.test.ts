import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { defaultConfig } from '../config/config.ts';
import { snapshotsOf } from '../testing/faults/snapshots.ts';
import { admin, newDataDir, startTestServer } from '../testing/server.ts';
import { exportTo } from './export.ts';

test('an export that is killed at any step leaves no file of its name that is not whole', async () => {
  const dataDir = newDataDir();
  const dir = mkdtempSync(join(tmpdir(), 'octavo-export-'));
  onTestFinished(() => {
    for (const folder of [dataDir, dir]) rmSync(folder, { recursive: true, force: true });
  });
  await (await startTestServer({ dataDir })).stop();
  const out = join(dir, 'out');
  mkdirSync(out);
  const file = join(out, 'octavo.zip');
  const config = defaultConfig(dataDir);
  const steps = await snapshotsOf(out, join(dir, 'steps'), () =>
    exportTo(config, { file, name: admin.username, scope: 'household' }, () => undefined),
  );
  const whole = readFileSync(file);
  expect(whole.subarray(0, 2).toString()).toBe('PK');
  expect(steps.length).toBeGreaterThan(1);
  for (const { before, copy } of steps) {
    const left = join(copy, 'octavo.zip');
    if (existsSync(left)) expect(readFileSync(left).equals(whole), before).toBe(true);
  }
  expect(readdirSync(out)).toEqual(['octavo.zip']);
});
