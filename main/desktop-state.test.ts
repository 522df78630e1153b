import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openState } from './desktop-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('remembers between starts, in a folder that is made for it', () => {
  const file = join(folder, 'Octavo', 'desktop.json');
  openState(file).update({ port: 4480 });
  openState(file).update({ owner: 'anna', maximized: true });
  expect(openState(file).get()).toEqual({
    port: 4480,
    namedPort: null,
    owner: 'anna',
    sharedUrl: null,
    schedulesPausedUntil: null,
    recentFiles: [],
    look: { scheme: 'system', language: null },
    connection: null,
    trustedKeys: {},
    updates: { isChecked: true, isNotified: true, channel: 'stable' },
    bounds: null,
    maximized: true,
  });
});

test('one bad value costs no other', () => {
  const file = join(folder, 'desktop.json');
  writeFileSync(
    file,
    '{"port": 70000, "owner": "anna", "schedulesPausedUntil": "soon", "look": {"scheme": "sepia"}, "bounds": {"x": 1}, "maximized": "yes"}',
  );
  expect(openState(file).get()).toEqual({
    port: null,
    namedPort: null,
    owner: 'anna',
    sharedUrl: null,
    schedulesPausedUntil: null,
    recentFiles: [],
    look: { scheme: 'system', language: null },
    connection: null,
    trustedKeys: {},
    updates: { isChecked: true, isNotified: true, channel: 'stable' },
    bounds: null,
    maximized: false,
  });
});

test('a file that cannot be written stops nothing, and is written with the next change', () => {
  const file = join(folder, 'desktop.json');
  const state = openState(file);
  mkdirSync(file);
  state.update({ owner: 'anna' });
  expect(state.get().owner).toBe('anna');
  rmSync(file, { recursive: true });
  state.update({ maximized: true });
  expect(openState(file).get()).toMatchObject({ owner: 'anna', maximized: true });
});
