import { setImmediate, setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Database } from '../../database/types.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { NotificationComposer } from './compose.ts';
import { maxSendAttempts, retryAt } from './schedule.ts';
import type { SendNotification } from './send.ts';
import type { NotificationsStore } from './store.ts';
import type { Destination } from './types.ts';

/** Maximum events in one message. */
const maxBatch = 50;
/** How long an event can wait, days. */
const maxAgeDays = 30;
/** Shortest and longest sleep, ms: the clock of the machine can change. */
const minSleepMs = 1000;
const maxSleepMs = 3_600_000;
/** Sleep after an error of the database, ms. */
const afterErrorMs = 60_000;

export interface NotificationDelivery {
  start(): void;
  /** Looks at the queue now; called when something was added. */
  wake(): void;
  /** Cancels the message being sent; it is sent again after the next start. */
  stop(): Promise<void>;
}

/** Sends what is due, one message after the other. A message can arrive twice, but is never lost. */
export const createNotificationDelivery = ({
  store,
  composer,
  send,
  callerOf,
  readAs,
  clock,
  log,
}: {
  store: NotificationsStore;
  composer: Pick<NotificationComposer, 'compose'>;
  send: SendNotification;
  /** The rights of a person at this moment; null for an inactive one. */
  callerOf: (userPk: number) => Caller | null;
  readAs: Database['readAs'];
  clock: () => Date;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): NotificationDelivery => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const deliver = async (destination: Destination) => {
    const { pk, user_pk, kind, language } = destination;
    const queued = store.batch(pk, clock().toISOString(), maxBatch);
    const pks = queued.map((entry) => entry.pk);
    const caller = callerOf(user_pk);
    const payloads = queued.map(({ payload }) => payload);
    let error: string | null = null;
    try {
      const viewer = caller?.restricted === true ? user_pk : null;
      const message = caller && readAs(viewer, () => composer.compose(caller, payloads, language));
      if (message === null) {
        store.drop(pks);
        return;
      }
      await send(destination, message, stopping.signal);
    } catch (failure) {
      if (stopping.signal.aborted) return;
      error = failure instanceof Error ? failure.message : String(failure);
      log.warn({ destination: pk, kind, reason: error }, 'notification not sent');
    }
    const now = clock();
    const attempts = Math.max(...queued.map((entry) => entry.attempts)) + 1;
    const isLast = error === null || attempts >= maxSendAttempts;
    store.transaction(() => {
      store.attempted(pk, error, now.toISOString());
      if (isLast) store.drop(pks);
      else store.countAttempt(pks);
      // The rest waits as well: another message would fail for the same reason.
      if (error !== null) store.postpone(pk, retryAt(attempts, now));
    });
  };

  /** Sends everything that is due; returns how long to sleep, ms. */
  const work = async (): Promise<number> => {
    // Not within the event that queued something.
    await setImmediate();
    store.purge(new Date(clock().getTime() - maxAgeDays * 86_400_000).toISOString());
    while (!stopping.signal.aborted) {
      const destination = store.due(clock().toISOString());
      if (destination === undefined) break;
      await deliver(destination);
    }
    const next = store.nextDue();
    const ms = next === null ? maxSleepMs : Date.parse(next) - clock().getTime();
    return Math.min(Math.max(ms, minSleepMs), maxSleepMs);
  };

  const wake = () => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    running ??= work()
      .catch((error: unknown) => {
        log.error({ err: error }, 'notifications not sent');
        return afterErrorMs;
      })
      .then((ms) => {
        running = null;
        if (!stopping.signal.aborted) timer = setTimeout(wake, ms).unref();
      });
  };

  return {
    start: wake,
    wake,
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      // A mail cannot be cancelled.
      await Promise.race([running, delay(3000, undefined, { ref: false })]);
    },
  };
};
