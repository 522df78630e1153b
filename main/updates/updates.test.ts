import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ServerControl } from '../../server/host-environment.ts';
import type { ScanEvent } from '../../shared/api/scan-record.ts';
import { messagesFor } from '../shell-texts.ts';
import { fakeApp } from '../testing/fake-app.ts';
import { fakeNotifications } from '../testing/fake-power.ts';
import { fakeDialogs } from '../testing/fake-system.ts';
import { fakeUpdates } from '../testing/fake-updates.ts';
import { createUpdates, type UpdateState } from './updates.ts';

// Fake timers, so that hours pass instantly.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;
const release = { version: '2.0.0', notes: '- Faster **covers**' };

const begin = (change: { isPossible?: boolean; installsOnQuit?: boolean } = {}) => {
  const port = Object.assign(fakeUpdates(), change);
  const dialogs = fakeDialogs();
  const notifications = fakeNotifications();
  const app = fakeApp({ userData: '/nowhere' });
  const settings = {
    'desktop.check_updates': true,
    'desktop.notify_updates': true,
    channel: 'stable' as 'stable' | 'beta',
    scanning: false,
  };
  const control = {
    wants: (key: 'desktop.check_updates' | 'desktop.notify_updates') => settings[key],
    updateChannel: () => settings.channel,
    scans: { active: () => (settings.scanning ? [{ paused: false } as ScanEvent] : []) },
  } as Pick<ServerControl, 'wants' | 'updateChannel' | 'scans'>;
  const states: UpdateState['kind'][] = [];
  let hasLeft = false;
  const updates = createUpdates({
    app,
    port,
    control,
    dialogs,
    notifications,
    text: messagesFor('en-GB'),
    onChange: () => states.push(updates.state().kind),
    leave: (end) => {
      hasLeft = true;
      end();
    },
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    ...{ app, port, dialogs, notifications, settings, updates, states, settle },
    hasLeft: () => hasLeft,
    /** Requests a check and answers every question with this choice. */
    ask: async (answer: string | null = null) => {
      dialogs.answer = answer;
      updates.ask();
      await settle();
      return dialogs.asked.at(-1);
    },
  };
};

test('says that the running version is the newest', async () => {
  const { ask, states } = begin();
  expect(await ask()).toEqual({
    message: 'Octavo is up to date',
    detail: 'Version 1.0.0 is the newest.',
    choices: ['OK'],
  });
  expect(states).toEqual(['checking', 'idle']);
});

test('shows the release notes and downloads nothing after “Later”', async () => {
  const { ask, port, updates } = begin();
  port.published = { stable: release };
  expect(await ask('Later')).toEqual({
    message: 'Octavo 2.0.0 is available',
    detail: 'You have version 1.0.0.\n\n• Faster **covers**',
    choices: ['Download', 'Later'],
  });
  expect(port.downloads).toBe(0);
  expect(updates.state()).toEqual({ kind: 'idle' });
});

test('downloads, says how far it is, and restarts when that is chosen', async () => {
  const { ask, dialogs, port, settle, updates, hasLeft } = begin();
  port.published = { stable: release };
  await ask('Download');
  port.arrive(0.4);
  expect(updates.state()).toEqual({ kind: 'downloading', version: '2.0.0', fraction: 0.4 });
  expect((await ask('OK'))?.message).toBe('Downloading Octavo 2.0.0: 40%');

  dialogs.answer = 'Restart now';
  port.arrive(1);
  await settle();
  expect(dialogs.asked.at(-1)).toEqual({
    message: 'Octavo 2.0.0 is ready',
    detail: 'It will be installed when you restart or quit.',
    choices: ['Restart now', 'When I quit'],
  });
  expect(hasLeft()).toBe(true);
  expect(port.installed).toBe(true);
  expect(port.downloads).toBe(1);
});

test('never restarts without a request, and says that a scan is running', async () => {
  const { ask, notifications, port, settings, hasLeft } = begin();
  port.published = { stable: release };
  settings.scanning = true;
  await vi.advanceTimersByTimeAsync(30_000);
  port.arrive(1);
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(hasLeft()).toBe(false);
  expect(notifications.shown).toHaveLength(1);

  notifications.titled('Octavo 2.0.0 is ready').onClick();
  const question = await ask('When I quit');
  expect(question?.detail).toContain('A scan is running. It continues after the restart.');
  expect(hasLeft()).toBe(false);
});

test('checks soon after the start and every six hours, if that is turned on', async () => {
  const { port, settings } = begin();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(port.checked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(port.checked).toHaveLength(1);
  settings.channel = 'beta';
  await vi.advanceTimersByTimeAsync(6 * hour);
  expect(port.checked).toEqual(['stable', 'beta']);
  settings['desktop.check_updates'] = false;
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(port.checked).toHaveLength(2);
});

test('offers beta versions on the beta channel alone', async () => {
  const { ask, port, settings } = begin();
  port.published = { beta: { version: '2.0.0-beta.1', notes: '' } };
  expect((await ask())?.message).toBe('Octavo is up to date');
  settings.channel = 'beta';
  expect((await ask())?.message).toBe('Octavo 2.0.0-beta.1 is available');
});

test('is quiet without a network, until that has lasted a day', async () => {
  const { notifications, port } = begin();
  port.failure = new Error('net::ERR_INTERNET_DISCONNECTED');
  await vi.advanceTimersByTimeAsync(17 * hour);
  expect(notifications.shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(48 * hour);
  expect(notifications.shown).toHaveLength(1);
  expect(notifications.titled('The update failed')).toMatchObject({
    body: expect.stringContaining('Check your internet connection') as string,
    sticky: true,
  });
});

test('reports at once that a download failed, unless that is turned off', async () => {
  const broken = Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' });
  const first = begin();
  first.port.published = { stable: release };
  await vi.advanceTimersByTimeAsync(30_000);
  expect(first.updates.state().kind).toBe('downloading');
  first.updates.stop();

  for (const wanted of [true, false]) {
    const { notifications, port, settings, updates } = begin();
    settings['desktop.notify_updates'] = wanted;
    port.published = { stable: release };
    port.download = () => Promise.reject(broken);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(updates.state().kind).toBe('idle');
    expect(notifications.shown.map(({ title }) => title)).toEqual(
      wanted ? ['The update failed'] : [],
    );
    updates.stop();
  }
});

test('answers a person whose look failed with what to do', async () => {
  const { ask, port } = begin();
  port.failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(await ask()).toMatchObject({
    message: 'The update failed',
    detail: messagesFor('en-GB').updateUnreachable,
  });
});

test('says why when the new version could not be installed', async () => {
  const { app, ask, dialogs, port } = begin();
  port.published = { stable: release };
  await ask('Download');
  port.install = () => Promise.reject(new Error('No permission'));
  dialogs.answer = 'Restart now';
  port.arrive(1);
  expect(await app.exited).toBe(1);
  expect(dialogs.fatal).toEqual([
    { title: 'The update failed', message: expect.stringContaining('No permission') as string },
  ]);
});

test('asks for a moment to install where the system asks for a password', async () => {
  const { ask, dialogs, port, settle, hasLeft } = begin({ installsOnQuit: false });
  port.published = { stable: release };
  await ask('Download');
  dialogs.answer = 'Later';
  port.arrive(1);
  await settle();
  expect(dialogs.asked.at(-1)).toMatchObject({
    detail: 'Your computer may ask for your password to install it.',
    choices: ['Install now', 'Later'],
  });
  expect(hasLeft()).toBe(false);
});

test('a copy that cannot update itself reports that and never checks', async () => {
  const { ask, port } = begin({ isPossible: false });
  expect((await ask())?.message).toBe('This copy of Octavo does not update itself');
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(port.checked).toEqual([]);
});
