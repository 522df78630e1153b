import type { Logger } from 'pino';

import { daysBefore } from '../../../shared/durations.ts';
import type { Database } from '../../database/types.ts';
import type { Caller } from '../../http/api/caller.ts';
import { neverLocked, type WriteLock } from '../../database/write-lock.ts';
import { createDueWorker, type DueWorker } from '../../lib/due-worker.ts';
import type { NotificationComposer } from './compose.ts';
import { maxSendAttempts, retryAt } from './schedule.ts';
import type { SendNotification } from './send.ts';
import type { NotificationsStore } from './store.ts';
import type { Destination } from './types.ts';

/** Maximum events in one message. */
const maxBatch = 50;
/** How long an event can wait, days. */
const maxAgeDays = 30;

/** Sends what is due, one message after the other. A message can arrive twice, but is never lost. */
export const createNotificationDelivery = ({
  store,
  composer,
  send,
  callerOf,
  readAs,
  clock,
  deletionClock = clock,
  writeLock = neverLocked,
  log,
}: {
  store: NotificationsStore;
  composer: Pick<NotificationComposer, 'compose'>;
  send: SendNotification;
  /** The permissions of a person at this moment; null for an inactive one. */
  callerOf: (userPk: number) => Caller | null;
  readAs: Database['readAs'];
  clock: () => Date;
  deletionClock?: () => Date;
  writeLock?: WriteLock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): DueWorker => {
  const deliver = async (destination: Destination, signal: AbortSignal) => {
    const { pk, user_pk, kind, language } = destination;
    const queued = store.batch(pk, clock().toISOString(), maxBatch);
    const pks = queued.map((entry) => entry.pk);
    const caller = callerOf(user_pk);
    const payloads = queued.map(({ payload }) => payload);
    const attempts = Math.max(...queued.map((entry) => entry.attempts)) + 1;
    // Saved before it is sent: it would be sent every minute as long as its success cannot be saved.
    store.begin(pks, retryAt(attempts, clock()));
    let error: string | null = null;
    try {
      const viewer = caller?.restricted === true ? user_pk : null;
      const message = caller && readAs(viewer, () => composer.compose(caller, payloads, language));
      if (message === null) {
        store.drop(pks);
        return;
      }
      await send(destination, message, signal);
    } catch (failure) {
      // It is sent again after the next start.
      if (signal.aborted) return;
      error = failure instanceof Error ? failure.message : String(failure);
      log.warn({ destination: pk, kind, reason: error }, 'notification not sent');
    }
    await writeLock();
    const now = clock();
    const isLast = error === null || attempts >= maxSendAttempts;
    store.transaction(() => {
      store.attempted(pk, error, now.toISOString());
      if (isLast) store.drop(pks);
      // The rest waits as well: another message would fail for the same reason.
      if (error !== null) store.postpone(pk, retryAt(attempts, now));
    });
  };

  return createDueWorker({
    async work(signal) {
      store.purge(daysBefore(deletionClock(), maxAgeDays));
      while (!signal.aborted) {
        const destination = store.due(clock().toISOString());
        if (destination === undefined) break;
        await deliver(destination, signal);
      }
      return store.nextDue();
    },
    onError: (error) => log.error({ err: error }, 'notifications not sent'),
    writeLock,
    clock,
  });
};
