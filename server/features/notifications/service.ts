import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import {
  adminNotifications,
  maxDestinations,
  type CreateDestination,
  type DestinationKind,
  type NotificationDestination,
  type NotificationKind,
  type UpdateDestination,
} from '../../../shared/api/notifications.ts';
import { AppError, badField, notFound, retryAfter } from '../../../shared/errors.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import { refusalOf } from '../../http-client/checked-request.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import type { IsOwnAddress } from '../registration/own-address.ts';
import type { NotificationComposer } from './compose.ts';
import { dueAt } from './schedule.ts';
import type { SendNotification } from './send.ts';
import type { DestinationFields, NotificationsStore, OwnDestination } from './store.ts';

/** Minimum interval between two test messages of a person, ms. */
const testIntervalMs = 5000;

export interface NotificationsService {
  list(caller: Caller): { destinations: NotificationDestination[] };
  /**
   * Throws Forbidden for an API key or its session, for events that the caller cannot choose, and for mail to others
   * or to an unconfirmed address, BadRequest for an invalid or private address, Conflict beyond the limit.
   */
  create(caller: Caller, destination: CreateDestination, site: string): NotificationDestination;
  update(
    caller: Caller,
    id: string,
    changes: UpdateDestination,
    site: string,
  ): NotificationDestination;
  remove(caller: Caller, id: string): void;
  /** Throws UnprocessableContent with the reason if the message does not arrive. */
  test(caller: Caller, id: string, signal: AbortSignal): Promise<NotificationDestination>;
}

export const createNotificationsService = ({
  store,
  composer,
  send,
  allowPrivate,
  isOwnAddress,
  timeZone,
  onQueued,
  clock,
}: {
  store: NotificationsStore;
  composer: Pick<NotificationComposer, 'test'>;
  send: SendNotification;
  /** Whether destinations can be on this machine or in its network. */
  allowPrivate: () => boolean;
  isOwnAddress: IsOwnAddress;
  timeZone: () => string;
  /** Called when waiting events got another time. */
  onQueued: () => void;
  clock: () => Date;
}): NotificationsService => {
  const tests = new LRUCache<number, true>({ ...maxEntries(1000), ttl: testIntervalMs });
  const found = ({ user_pk }: Caller, id: string): OwnDestination => {
    const destination = store.ofUser(user_pk).find((entry) => entry.id === id);
    if (!destination) throw notFound('Destination', id);
    return destination;
  };
  const now = () => clock().toISOString();
  /** The household's mail server must not send messages to strangers for everyone. */
  const refuseMailToOthers = (caller: Caller, address: string, site: string) => {
    if (caller.permissions.has('system-admin') || isOwnAddress(caller, address, site)) return;
    throw new AppError(
      'Forbidden',
      'Only admins can have mail sent to another address than their own',
    );
  };

  /** Names are checked when they are resolved, for each message. */
  const refusePrivate = (kind: DestinationKind, address: string) => {
    if (kind === 'mail' || allowPrivate()) return;
    const refusal = refusalOf(new URL(address), 'notifications.allow_private_addresses');
    if (refusal) throw badField('body.address', refusal.message);
  };

  return {
    list: ({ user_pk }) => ({ destinations: store.ofUser(user_pk).map(toRecord) }),
    create(caller, { kind, ...given }, site) {
      refuseKey(caller);
      const fields = { ...defaults, ...defined(given) } as DestinationFields;
      refuseEvents(caller, fields.events, []);
      const address = checkedAddress(kind, fields.address);
      if (kind === 'mail') refuseMailToOthers(caller, address, site);
      refusePrivate(kind, address);
      if (store.ofUser(caller.user_pk).length >= maxDestinations) {
        throw new AppError('Conflict', `You can have at most ${maxDestinations} destinations`);
      }
      const id = store.insert(caller.user_pk, { ...normal(fields), address, kind }, now());
      return toRecord(found(caller, id));
    },
    update(caller, id, changes, site) {
      const before = found(caller, id);
      refuseKey(caller);
      const given = defined(changes);
      const fields: DestinationFields = { ...before, ...given };
      refuseEvents(caller, fields.events, before.events);
      const address = checkedAddress(before.kind, fields.address);
      if (address !== before.address) {
        if (before.kind === 'mail') refuseMailToOthers(caller, address, site);
        refusePrivate(before.kind, address);
      }
      // A token is for the server it was entered for.
      const token = address === before.address || given.token !== undefined ? fields.token : null;
      store.transaction(() => {
        store.update(before.pk, { ...normal({ ...fields, token }), address }, now());
        if (!fields.enabled) store.dropAll(before.pk);
        else store.reschedule(before.pk, dueAt({ ...before, ...fields }, clock(), timeZone()));
      });
      onQueued();
      return toRecord(found(caller, id));
    },
    remove(caller, id) {
      const { pk } = found(caller, id);
      refuseKey(caller);
      store.remove(pk);
    },
    async test(caller, id, signal) {
      const destination = found(caller, id);
      refuseKey(caller);
      if (tests.has(caller.user_pk)) {
        throw new AppError(
          'TooManyRequests',
          'Wait a moment before the next test message',
          retryAfter(testIntervalMs / 1000),
        );
      }
      tests.set(caller.user_pk, true);
      try {
        await send(destination, composer.test(destination.language), signal);
      } catch (error) {
        signal.throwIfAborted();
        const message = error instanceof Error ? error.message : String(error);
        store.attempted(destination.pk, message, now());
        throw new AppError('UnprocessableContent', message, { cause: error });
      }
      store.attempted(destination.pk, null, now());
      return toRecord(found(caller, id));
    },
  };
};

const defaults = {
  token: null,
  frequency: 'immediate',
  language: 'en',
  enabled: true,
} satisfies Partial<DestinationFields>;

const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<DestinationFields>;

/** Each event once; an empty token is none. */
const normal = (fields: DestinationFields): DestinationFields => ({
  name: fields.name,
  address: fields.address,
  token: fields.token === '' ? null : fields.token,
  events: [...new Set(fields.events)],
  frequency: fields.frequency,
  language: fields.language,
  enabled: fields.enabled,
});

/** Without secrets: of an address on the web only the server. */
const toRecord = ({ pk: _, token: __, ...own }: OwnDestination): NotificationDestination => ({
  ...own,
  address: own.kind === 'mail' ? own.address : new URL(own.address).origin,
});

const refuseKey = refuseKeys('An API key or a paired device cannot change notifications');

/** Events chosen before stay possible, so that a former admin can change the rest. */
const refuseEvents = (
  { permissions }: Caller,
  events: readonly NotificationKind[],
  before: readonly NotificationKind[],
) => {
  const added = events.filter((event) => !before.includes(event));
  if (permissions.has('system-admin')) return;
  if (added.some((event) => adminNotifications.includes(event))) {
    throw new AppError('Forbidden', 'Only admins can be notified about scans, backups and health');
  }
};

/** Throws BadRequest if the address does not fit the kind. */
const checkedAddress = (kind: DestinationKind, address: string): string => {
  if (kind === 'mail') {
    if (!z.email().max(254).safeParse(address).success) {
      throw badField('body.address', 'Enter an e-mail address');
    }
    return address;
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw badField('body.address', 'Enter an address that begins with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw badField('body.address', 'Enter an address without a name and password');
  }
  // As ntfy names topics.
  if (kind === 'ntfy' && !/\/[-\w]{1,64}\/?$/.test(url.pathname)) {
    throw badField(
      'body.address',
      'Enter the address of a topic, such as https://ntfy.sh/my-topic',
    );
  }
  return url.href;
};
