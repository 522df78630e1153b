import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

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
/** Longest sleep, ms: the clock of the machine can change. */
const maxSleepMs = 3_600_000;

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
  clock,
  log,
}: {
  store: NotificationsStore;
  composer: Pick<NotificationComposer, 'compose'>;
  send: SendNotification;
  /** The rights of a person at this moment; null for an inactive one. */
  callerOf: (userPk: number) => Caller | null;
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
    const message = caller && composer.compose(caller, payloads, language);
    if (message === null) {
      store.drop(pks);
      return;
    }
    let error: string | null = null;
    try {
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

  const work = async () => {
    store.purge(new Date(clock().getTime() - maxAgeDays * 86_400_000).toISOString());
    for (;;) {
      const destination = store.due(clock().toISOString());
      if (destination === undefined || stopping.signal.aborted) return;
      await deliver(destination);
    }
  };

  const sleep = () => {
    if (stopping.signal.aborted) return;
    const next = store.nextDue();
    const ms = next === null ? maxSleepMs : Date.parse(next) - clock().getTime();
    timer = setTimeout(wake, Math.min(Math.max(ms, 1000), maxSleepMs)).unref();
  };

  const wake = () => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    running ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'notifications not sent'))
      .finally(() => {
        running = null;
        sleep();
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
