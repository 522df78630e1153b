import type {
  NotificationDestination,
  NotificationFrequency,
  NotificationKind,
} from '../../../shared/api/notifications.ts';
import type { Language } from '../../../shared/languages.ts';
import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import type { Destination, NotificationPayload } from './types.ts';

/** The editable fields of a destination. */
export interface DestinationFields {
  name: string;
  address: string;
  token: string | null;
  events: NotificationKind[];
  frequency: NotificationFrequency;
  language: Language;
  enabled: boolean;
}

/** A destination for its owner, with the whole address. */
export type OwnDestination = NotificationDestination & { pk: number; token: string | null };

/** A queued event. */
export interface QueuedNotification {
  pk: number;
  attempts: number;
  payload: NotificationPayload;
}

type StoredDestination = Omit<OwnDestination, 'events' | 'enabled' | 'has_token'> & {
  events: string;
  enabled: number;
};

const columns = `d.pk, d.id, d.name, d.kind, d.address, d.token, d.events, d.frequency, d.language,
  d.enabled, d.last_attempt_at, d.last_sent_at, d.last_error, d.created_at, d.updated_at,
  (SELECT count(*) FROM notifications n WHERE n.destination_pk = d.pk) AS pending_count,
  (SELECT min(due_at) FROM notifications n WHERE n.destination_pk = d.pk) AS next_attempt_at`;

const toDestination = ({ events, enabled, ...rest }: StoredDestination): OwnDestination => ({
  ...rest,
  events: JSON.parse(events) as NotificationKind[],
  enabled: enabled === 1,
  has_token: rest.token !== null,
});

const toRow = ({ events, enabled, ...fields }: DestinationFields) => ({
  ...fields,
  events: JSON.stringify(events),
  enabled: Number(enabled),
});

export type NotificationsStore = ReturnType<typeof createNotificationsStore>;

export const createNotificationsStore = (database: Database) => {
  const ofUser = database.prepare<[number], StoredDestination>(
    `SELECT ${columns} FROM notification_destinations d WHERE d.user_pk = ? ORDER BY d.pk`,
  );
  const insert = database.prepare(
    `INSERT INTO notification_destinations (id, user_pk, name, kind, address, token, events,
       frequency, language, enabled, created_at, updated_at)
     VALUES (:id, :user_pk, :name, :kind, :address, :token, :events, :frequency, :language,
       :enabled, :now, :now)`,
  );
  const update = database.prepare(
    `UPDATE notification_destinations SET name = :name, address = :address, token = :token,
       events = :events, frequency = :frequency, language = :language, enabled = :enabled,
       last_error = iif(address = :address AND token IS :token, last_error, NULL),
       updated_at = :now WHERE pk = :pk`,
  );
  const remove = database.prepare('DELETE FROM notification_destinations WHERE pk = ?');
  const attempted = database.prepare(
    `UPDATE notification_destinations SET last_attempt_at = :now, last_error = :error,
       last_sent_at = iif(:error IS NULL, :now, last_sent_at) WHERE pk = :pk`,
  );
  const wanting = database.prepare<
    { event: NotificationKind; user_pk: number | null },
    Pick<OwnDestination, 'pk' | 'frequency' | 'last_attempt_at'>
  >(
    `SELECT d.pk, d.frequency, d.last_attempt_at FROM notification_destinations d
     WHERE d.enabled = 1 AND (:user_pk IS NULL OR d.user_pk = :user_pk)
       AND EXISTS (SELECT 1 FROM json_each(d.events) WHERE value = :event)`,
  );
  const enqueue = database.prepare(
    `INSERT INTO notifications (destination_pk, payload, due_at, created_at)
     SELECT :destination_pk, :payload, :due_at, :now
     WHERE (SELECT count(*) FROM notifications WHERE destination_pk = :destination_pk) < :most`,
  );
  const reschedule = database.prepare(
    'UPDATE notifications SET due_at = :due_at, attempts = 0 WHERE destination_pk = :pk',
  );
  const dropAll = database.prepare('DELETE FROM notifications WHERE destination_pk = ?');
  const due = database.prepare<[string], Destination>(
    `SELECT d.pk, d.user_pk, d.kind, d.address, d.token, d.frequency, d.language
     FROM notifications n CROSS JOIN notification_destinations d ON d.pk = n.destination_pk
     WHERE n.due_at <= ? ORDER BY n.due_at, n.pk LIMIT 1`,
  );
  const batch = database.prepare<
    { pk: number; now: string; most: number },
    { pk: number; attempts: number; payload: string }
  >(
    `SELECT pk, attempts, payload FROM notifications
     WHERE destination_pk = :pk AND due_at <= :now ORDER BY pk LIMIT :most`,
  );
  const drop = database.prepare(
    'DELETE FROM notifications WHERE pk IN (SELECT value FROM json_each(?))',
  );
  const begin = database.prepare(
    `UPDATE notifications SET attempts = attempts + 1, due_at = :due_at
     WHERE pk IN (SELECT value FROM json_each(:pks))`,
  );
  const postpone = database.prepare(
    'UPDATE notifications SET due_at = :due_at WHERE destination_pk = :pk AND due_at < :due_at',
  );
  const nextDue = database
    .prepare<[], string | null>('SELECT min(due_at) FROM notifications')
    .pluck();
  const purge = database.prepare('DELETE FROM notifications WHERE created_at < ?');

  return {
    ofUser: (userPk: number): OwnDestination[] => ofUser.all(userPk).map(toDestination),
    insert(
      userPk: number,
      fields: DestinationFields & Pick<OwnDestination, 'kind'>,
      now: string,
    ): string {
      const id = newId();
      insert.run({ ...toRow(fields), kind: fields.kind, id, user_pk: userPk, now });
      return id;
    },
    update: (pk: number, fields: DestinationFields, now: string): void =>
      void update.run({ ...toRow(fields), pk, now }),
    remove: (pk: number): void => void remove.run(pk),
    /** Stores the result of an attempt; `error` is null if the message was sent. */
    attempted: (pk: number, error: string | null, now: string): void =>
      void attempted.run({ pk, error, now }),

    /** Enabled destinations that an event concerns, of one person or of everyone. */
    wanting: (event: NotificationKind, userPk: number | null) =>
      wanting.all({ event, user_pk: userPk }),
    /** Adds an event to the queue unless `most` already wait for the destination. */
    enqueue: (
      destinationPk: number,
      payload: NotificationPayload,
      { due_at, now, most }: { due_at: string; now: string; most: number },
    ): void =>
      void enqueue.run({
        destination_pk: destinationPk,
        payload: JSON.stringify(payload),
        ...{ due_at, now, most },
      }),
    /** Resets the time and the attempts of all messages that wait for a destination. */
    reschedule: (pk: number, due_at: string): void => void reschedule.run({ pk, due_at }),
    dropAll: (destinationPk: number): void => void dropAll.run(destinationPk),
    /** The destination with the oldest due event. */
    due: (now: string): Destination | undefined => due.get(now),
    /** The due events of a destination, oldest first. */
    batch: (pk: number, now: string, most: number): QueuedNotification[] =>
      batch
        .all({ pk, now, most })
        .map((row) => ({ ...row, payload: JSON.parse(row.payload) as NotificationPayload })),
    drop: (pks: readonly number[]): void => void drop.run(JSON.stringify(pks)),
    /** Counts an attempt, and sets when the next one is. */
    begin: (pks: readonly number[], due_at: string): void =>
      void begin.run({ pks: JSON.stringify(pks), due_at }),
    /** Delays everything that waits for a destination. */
    postpone: (pk: number, due_at: string): void => void postpone.run({ pk, due_at }),
    nextDue: (): string | null => nextDue.get() ?? null,
    /** Deletes what was queued before a time. */
    purge: (before: string): number => purge.run(before).changes,

    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
