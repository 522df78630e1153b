import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createEventBus } from '../../lib/event-bus.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { callerOf, createTestStore, seedUser, type TestStore } from '../../testing/seed.ts';
import { createNotificationComposer } from './compose.ts';
import { createNotificationDelivery } from './delivery.ts';
import { createEventsStore } from './events-store.ts';
import { queueNotifications } from './events.ts';
import { dueAt, maxSendAttempts, retryAt } from './schedule.ts';
import { createSendNotification } from './send.ts';
import { createNotificationsStore, type NotificationsStore } from './store.ts';

let home: TestStore;
let receiver: Receiver;
let store: NotificationsStore;
let user: ReturnType<typeof seedUser>;
let now: Date;
let delivery: ReturnType<typeof createNotificationDelivery>;

const clock = () => now;
const log = pino({ level: 'silent' });
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const startDelivery = () => {
  const serverName = () => 'Octavo';
  const none = () => new Map<string, never>();
  delivery = createNotificationDelivery({
    readAs: (_, work) => work(),
    store,
    // Events about the server read no series and books.
    composer: createNotificationComposer({
      series: { records: none },
      books: { records: none },
      release: () => undefined,
      serverName,
    }),
    send: createSendNotification({
      mailer: { send: () => Promise.resolve(false) },
      allowPrivate: () => true,
      serverName,
    }),
    callerOf: () => callerOf(user),
    clock,
    log,
  });
  delivery.wake();
};
const destination = () => store.ofUser(user.pk)[0];
const add = (frequency: 'immediate' | 'daily' | 'weekly' = 'immediate') => {
  const fields = { name: 'Hook', token: null, language: 'en', enabled: true } as const;
  store.insert(
    user.pk,
    { ...fields, kind: 'webhook', address: receiver.url, events: ['backup_failed'], frequency },
    now.toISOString(),
  );
};
/** Queues an event about a backup, as the event bus does. */
const failBackup = (reason: string) => {
  const bus = createEventBus(clock);
  const end = queueNotifications({
    bus,
    store,
    events: createEventsStore(home.database),
    timeZone: () => 'UTC',
    scanError: () => '',
    taskError: () => reason,
    problems: () => Promise.resolve(0),
    onScanEnd: () => undefined,
    onQueued: () => delivery.wake(),
    clock,
    log,
  });
  bus.emit('task_progress', {
    task_id: user.id,
    task_type: 'backup_database',
    status: 'failed',
    progress: { current: 0, total: 0, message: '' },
  });
  end();
};
const attempts = (count: number) => expect.poll(() => receiver.received.length).toBe(count);

beforeEach(async () => {
  home = createTestStore();
  receiver = await startReceiver();
  store = createNotificationsStore(home.database);
  user = seedUser(home.database, { role: 'admin' });
  now = new Date('2026-03-04T10:00:00.000Z');
  startDelivery();
});
afterEach(async () => {
  await delivery.stop();
  await receiver.close();
  home.close();
});

test('what fails is tried again ever more rarely, also after a restart, and then given up', async () => {
  add();
  receiver.answer.status = 500;
  failBackup('The disk is full.');
  for (let count = 1; count <= maxSendAttempts; count += 1) {
    await attempts(count);
    await expect.poll(() => destination()?.last_attempt_at).toBe(now.toISOString());
    expect(destination()?.last_error).toMatch(/^127\.0\.0\.1:\d+ answered with status 500\.$/);
    if (count === maxSendAttempts) break;
    expect(destination()).toMatchObject({ pending_count: 1, next_attempt_at: retryAt(count, now) });
    if (count === 2) {
      await delivery.stop();
      startDelivery();
    }
    const { next_attempt_at: next } = destination() ?? {};
    now = new Date(next ?? '');
    delivery.wake();
  }
  await expect.poll(() => destination()?.pending_count).toBe(0);
  receiver.answer.status = 204;
  later(2);
  failBackup('The disk is still full.');
  await attempts(maxSendAttempts + 1);
  await expect.poll(() => destination()).toMatchObject({ last_error: null, pending_count: 0 });
});

test('what was sent is not sent again at once if that cannot be saved', async () => {
  add();
  const full = Object.assign(new Error('The disk is full.'), { code: 'SQLITE_FULL' });
  const attempted = vi.spyOn(store, 'attempted').mockImplementationOnce(() => {
    throw full;
  });
  failBackup('The disk is full.');
  await attempts(1);
  await expect.poll(() => attempted.mock.calls.length).toBe(1);
  expect(destination()).toMatchObject({ pending_count: 1, next_attempt_at: retryAt(1, now) });
  await delivery.stop();
  startDelivery();
  later(1);
  delivery.wake();
  await attempts(2);
  await expect.poll(() => destination()?.pending_count).toBe(0);
});

test('a digest gathers events until eight o’clock', async () => {
  add('daily');
  failBackup('One.');
  failBackup('Two.');
  delivery.wake();
  expect(destination()).toMatchObject({
    pending_count: 2,
    next_attempt_at: '2026-03-05T08:00:00.000Z',
  });
  expect(receiver.received).toEqual([]);
  now = new Date('2026-03-05T08:00:00.000Z');
  delivery.wake();
  await attempts(1);
  expect(receiver.received[0]?.body).toMatchObject({
    title: 'Octavo: 2 notifications',
    notifications: [{ text: 'One.' }, { text: 'Two.' }],
  });
});

test('events within ten seconds of a message are sent together when these are over', async () => {
  add();
  failBackup('One.');
  await attempts(1);
  await expect.poll(() => destination()?.pending_count).toBe(0);
  failBackup('Two.');
  failBackup('Three.');
  delivery.wake();
  expect(destination()?.pending_count).toBe(2);
  later(1);
  delivery.wake();
  await attempts(2);
  expect(receiver.received[1]?.body['notifications']).toHaveLength(2);
});

test('a former admin gets no events of the server, and old events are dropped', async () => {
  add();
  user = { ...user, role: 'reader' };
  failBackup('One.');
  await expect.poll(() => destination()?.pending_count).toBe(0);
  expect(receiver.received).toEqual([]);
  user = { ...user, role: 'admin' };
  const queued = { due_at: '2026-01-01T00:00:00.000Z', now: '2026-01-01T00:00:00.000Z', most: 9 };
  store.enqueue(destination()?.pk ?? 0, { event: 'backup_failed', reason: 'Old.' }, queued);
  delivery.wake();
  await expect.poll(() => destination()?.pending_count).toBe(0);
  expect(receiver.received).toEqual([]);
});

test.each([
  ['daily', 'Europe/Berlin', '2026-03-05T07:00:00.000Z'],
  ['weekly', 'UTC', '2026-03-09T08:00:00.000Z'],
] as const)('a %s digest in %s is sent at %s', (frequency, zone, expected) => {
  expect(dueAt({ frequency, last_attempt_at: null }, now, zone)).toBe(expected);
});

test('after the clock was ahead, the next message waits for seconds only', () => {
  const last_attempt_at = '2030-01-01T00:00:00.000Z';
  const due = dueAt({ frequency: 'immediate', last_attempt_at }, now, 'UTC');
  expect(Date.parse(due) - now.getTime()).toBe(10_000);
});
