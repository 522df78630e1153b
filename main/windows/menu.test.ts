import { expect, test } from 'vitest';

import { applicationMenu } from './menu.ts';
import { messagesFor } from '../shell-texts.ts';
import type { MenuEntry } from '../ports.ts';

const actions = {
  checkForUpdates: () => undefined,
  connection: [{ label: 'Connect to a server…' }],
  showLog: () => undefined,
  files: {
    choose: async () => undefined,
    open: async () => undefined,
    recent: () => [],
    forgetRecent: () => undefined,
  },
};

const roles = (entries: MenuEntry[]): string[] =>
  entries.flatMap(({ role, submenu }) => [...(role ? [role] : []), ...roles(submenu ?? [])]);

test.each(['darwin', 'win32', 'linux'] as const)(
  '%s can quit, edit, zoom and close',
  (platform) => {
    const menu = applicationMenu(platform, 'Octavo', messagesFor('en'), actions);
    const found = roles(menu);
    expect(found).toEqual(
      expect.arrayContaining(['quit', 'copy', 'paste', 'zoomIn', 'togglefullscreen', 'close']),
    );
    expect(new Set(found).size).toBe(found.length);
    expect(found.includes('hideOthers')).toBe(platform === 'darwin');
  },
);

test('every entry has a label in the language of the user', () => {
  const labels = (entries: MenuEntry[]): (string | undefined)[] =>
    entries
      .filter(({ type }) => type !== 'separator')
      .flatMap(({ label, submenu }) => [label, ...labels(submenu ?? [])]);
  const german = labels(applicationMenu('darwin', 'Octavo', messagesFor('de-DE'), actions));
  expect(german).not.toContain(undefined);
  expect(german).toContain('Octavo beenden');
});

test.each(['darwin', 'win32', 'linux'] as const)('%s can look for updates', (platform) => {
  let asked = 0;
  const menu = applicationMenu(platform, 'Octavo', messagesFor('en'), {
    ...actions,
    checkForUpdates: () => (asked += 1),
  });
  const entry = menu[0]?.submenu?.find(({ label }) => label === 'Check for updates…');
  entry?.click?.();
  expect(asked).toBe(1);
});
