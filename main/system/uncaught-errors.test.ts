import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { logUncaughtErrors } from './uncaught-errors.ts';

test('an error that nothing caught is logged, and blocks nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-uncaught-'));
  const file = join(folder, 'logs', 'octavo.log');
  const source = new EventEmitter();
  logUncaughtErrors(source, file);
  source.emit('uncaughtException', new Error('The tray is gone'));
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('The tray is gone'));
  expect(readFileSync(file, 'utf8')).toContain('uncaught-errors.test.ts');
  rmSync(folder, { recursive: true });
});
