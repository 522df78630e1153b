import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readConfigFile } from './config-file.ts';
import { leftOutOnWindows } from '../testing/on-windows.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-configuration-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test.skipIf(leftOutOnWindows('links take rights that few have'))(
  'a port is written to the target of a link, and the permissions of the file stay the same',
  async () => {
    const kept = join(dir, 'kept.yaml');
    writeFileSync(kept, '# Ours\nserver:\n  port: 4477 # as ever\n');
    chmodSync(kept, 0o600);
    const file = join(dir, 'config.yaml');
    symlinkSync(kept, file);
    const { mode } = statSync(kept);

    const configuration = await readConfigFile({ env: {}, flags: {}, dataDir: dir });
    await configuration.setPort(4478);

    expect(readFileSync(kept, 'utf8')).toBe('# Ours\nserver:\n  port: 4478 # as ever\n');
    expect(statSync(kept).mode).toBe(mode);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect((await configuration.read()).server.port).toBe(4478);
  },
);
