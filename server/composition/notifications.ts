import { callerOf } from '../features/auth/callers.ts';
import { createFollowedSeriesService } from '../features/followed-series/service.ts';
import { createFollowedSeriesStore } from '../features/followed-series/store.ts';
import { createNotificationComposer } from '../features/notifications/compose.ts';
import { createNotificationDelivery } from '../features/notifications/delivery.ts';
import { createEventsStore } from '../features/notifications/events-store.ts';
import { queueNotifications } from '../features/notifications/events.ts';
import { createSendNotification } from '../features/notifications/send.ts';
import { createNotificationsService } from '../features/notifications/service.ts';
import { createNotificationsStore } from '../features/notifications/store.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';
import type { Maintenance } from './maintenance.ts';

interface NotificationsOptions {
  context: AppContext;
  authServices: Pick<AuthServices, 'authStore' | 'mailer'>;
  backgroundJobs: Pick<BackgroundJobs, 'scansStore' | 'tasks'>;
  libraryServices: Pick<LibraryServices, 'series' | 'books'>;
  maintenance: Pick<Maintenance, 'health' | 'releases'>;
}

/** Followed series, and messages to people outside of the app. */
export const createNotifications = ({
  context: { database, settings, bus, shutdown, clock, log },
  authServices: { authStore, mailer },
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
  const send = createSendNotification({
    mailer,
    allowPrivate: () => settings.get('notifications.allow_private_addresses'),
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
    log,
  });
  const onQueued = () => delivery.wake();
  return {
    followedSeries: createFollowedSeriesService({ store: createFollowedSeriesStore(database) }),
    notifications: createNotificationsService({
      store,
      composer,
      send,
      emailOf: (userPk) => authStore.userByPk(userPk)?.email ?? null,
      timeZone,
      onQueued,
      clock,
    }),
    /** Listens for events and sends what waits. */
    startNotifications: () => {
      shutdown.defer('notifications', () => delivery.stop());
      delivery.start();
      const unsubscribe = queueNotifications({
        bus,
        store,
        events: createEventsStore(database),
        timeZone,
        scanError: (libraryId) => scansStore.last(libraryId)?.errors[0]?.message ?? '',
        taskError: (taskId) => tasks.get(taskId).error ?? '',
        problems: async () => (await health.counts()).problems,
        onQueued,
        clock,
        log,
      });
      shutdown.defer('events of notifications', unsubscribe);
    },
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
