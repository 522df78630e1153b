import { callerOf } from '../features/auth/callers.ts';
import { createBookFeedLinks } from '../features/book-feeds/link.ts';
import { createBookFeedsStore } from '../features/book-feeds/store.ts';
import { createBookMailDelivery } from '../features/book-mail/delivery.ts';
import { createBookMailService } from '../features/book-mail/service.ts';
import { createBookMailStore } from '../features/book-mail/store.ts';
import { createFollowedSeriesService } from '../features/followed-series/service.ts';
import { createFollowedSeriesStore } from '../features/followed-series/store.ts';
import { createNotificationComposer } from '../features/notifications/compose.ts';
import { createNotificationDelivery } from '../features/notifications/delivery.ts';
import { createEventsStore } from '../features/notifications/events-store.ts';
import { queueNotifications } from '../features/notifications/events.ts';
import { createSendNotification } from '../features/notifications/send.ts';
import { createNotificationsService } from '../features/notifications/service.ts';
import { createNotificationsStore } from '../features/notifications/store.ts';
import { createIsOwnAddress } from '../features/registration/own-address.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';
import type { Maintenance } from './maintenance.ts';

interface NotificationsOptions {
  context: AppContext;
  authServices: Pick<AuthServices, 'authStore' | 'mailer' | 'registration'>;
  backgroundJobs: Pick<BackgroundJobs, 'scansStore' | 'tasks'>;
  libraryServices: Pick<LibraryServices, 'series' | 'books'>;
  maintenance: Pick<Maintenance, 'health' | 'releases'>;
}

/** Followed series, messages to people outside of the app, and feeds for their feed readers. */
export const createNotifications = ({
  context: {
    database,
    host,
    settings,
    bus,
    shutdown,
    clock,
    deletionClock,
    writeLock,
    log,
    requester,
  },
  authServices: { authStore, mailer, registration },
  backgroundJobs: { scansStore, tasks },
  libraryServices: { series, books },
  maintenance: { health, releases },
}: NotificationsOptions) => {
  const store = createNotificationsStore(database);
  const serverName = () => settings.get('server.name');
  const timeZone = () => settings.get('library.time_zone');
  const composer = createNotificationComposer({
    series,
    books,
    release: releases.find,
    serverName,
  });
  const allowPrivate = () => settings.get('notifications.allow_private_addresses');
  const send = createSendNotification({
    mailer,
    allowPrivate,
    serverName,
  });
  const delivery = createNotificationDelivery({
    store,
    composer,
    send,
    callerOf: (userPk) => {
      const user = authStore.userByPk(userPk);
      return user?.is_active ? callerOf(user, 'jwt') : null;
    },
    readAs: database.readAs,
    clock,
    deletionClock,
    writeLock,
    log,
  });
  const onQueued = () => delivery.wake();
  const bookFeedsStore = createBookFeedsStore(database);
  const bookMailStore = createBookMailStore(database);
  const bookMailDelivery = createBookMailDelivery({
    store: bookMailStore,
    books,
    mailer,
    asPerson(userPk, work) {
      const user = authStore.userByPk(userPk);
      if (!user?.is_active || !callerOf(user, 'jwt').permissions.has('books-download')) return null;
      return requester.runAs({ id: user.id, viewer: user.restricted ? user.pk : null }, work);
    },
    writeLock,
    clock,
    log,
  });
  const isOwnAddress = createIsOwnAddress({
    userByPk: authStore.userByPk,
    hasMailServer: () => settings.get('smtp.host') !== '',
    confirm: registration.confirm,
  });
  const bookMail = createBookMailService({
    store: bookMailStore,
    // Base64 with line breaks takes 1.37 times as much, and the text and headers take some.
    maxFileBytes: () =>
      settings.get('smtp.host') === ''
        ? null
        : Math.floor(settings.get('smtp.max_message_mb') * 1_000_000 * 0.72),
    isOwnAddress,
    onQueued: () => bookMailDelivery.wake(),
    clock,
  });
  return {
    bookMail,
    bookFeedsStore,
    bookFeedLinks: createBookFeedLinks({ store: bookFeedsStore, secrets: host.secrets }),
    followedSeries: createFollowedSeriesService({ store: createFollowedSeriesStore(database) }),
    notifications: createNotificationsService({
      store,
      composer,
      send,
      allowPrivate,
      isOwnAddress,
      timeZone,
      onQueued,
      clock,
    }),
    /** Listens for events and sends what waits. */
    startNotifications: () => {
      shutdown.defer('notifications', () => delivery.stop());
      delivery.wake();
      shutdown.defer('book mail', () => bookMailDelivery.stop());
      bookMailDelivery.wake();
      const unsubscribe = queueNotifications({
        bus,
        store,
        events: createEventsStore(database),
        timeZone,
        scanError: (libraryId) => scansStore.last(libraryId)?.errors[0]?.message ?? '',
        taskError: (taskId) => tasks.get(taskId).error ?? '',
        problems: async () => (await health.counts()).problems,
        onScanEnd: (taskId) => bookMail.onScanEnd(taskId),
        onQueued,
        clock,
        log,
      });
      shutdown.defer('events of notifications', unsubscribe);
    },
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
