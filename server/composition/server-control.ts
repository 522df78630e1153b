import { AppError } from '../../shared/errors.ts';
import { checkpoint } from '../database/checkpoint.ts';
import { itemsOf } from '../database/json.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';
import type { Maintenance } from './maintenance.ts';
import type { OpenedFiles } from './opened-files.ts';
import { createScanControl } from '../features/scans/scan-control.ts';
import { createSuspendResume } from '../features/scans/suspend-resume.ts';
import type { SharingService } from '../features/sharing/types.ts';
import type { ServerControl } from '../host-environment.ts';
import { subscribeToNotifications } from './desktop-notifications.ts';

/** Time since its last request within which a device counts as connected, ms. */
const connectedMs = 10 * 60_000;

interface ServerControlParts {
  context: Pick<AppContext, 'bus' | 'clock' | 'database' | 'settings'>;
  authServices: Pick<AuthServices, 'auth' | 'authenticator' | 'devicesStore'>;
  backgroundJobs: Pick<BackgroundJobs, 'scansStore' | 'scans' | 'tasks'>;
  libraryServices: Pick<LibraryServices, 'reports' | 'books' | 'series'>;
  opened: Pick<OpenedFiles, 'openedFiles'>;
  maintenance: Pick<Maintenance, 'schedules' | 'health'>;
  sharing: Pick<SharingService, 'state' | 'update' | 'onChange'>;
}

/** Commands of the desktop shell, implemented with the services of the API. */
export const createServerControl = ({
  context: { bus, clock, database, settings },
  authServices: { auth, authenticator, devicesStore: devices },
  backgroundJobs: { scansStore, scans: scansService, tasks },
  libraryServices: { reports, books, series },
  opened: { openedFiles },
  maintenance: { schedules, health },
  sharing,
}: ServerControlParts): ServerControl & { stop(): void } => {
  const scans = createScanControl({ store: scansStore, scans: scansService, bus });
  const sleep = createSuspendResume({ scans, store: scansStore, schedules });
  const reportOf = (task_id: string) => {
    const sort = { field: 'started_at', direction: 'desc' } as const;
    return itemsOf(reports.list({ page: 1, pageSize: 1, sort, task_id }))[0]?.id ?? null;
  };

  return {
    setupRequired: () => !auth.hasUsers(),
    issueTicket: auth.issueTicket,
    libraries: () => scansStore.libraries(),
    scans,
    schedules,
    ...sleep,
    checkpoint: () => void checkpoint(database),
    reading(username) {
      const caller = authenticator.named(username);
      if (!caller) return null;
      const sort = { field: 'read_at', direction: 'desc' } as const;
      const [book] = database.readAs(caller.restricted ? caller.user_pk : null, () =>
        itemsOf(books.inProgress(caller, { page: 1, pageSize: 1, sort })),
      );
      if (!book) return null;
      return { book_id: book.id, title: book.title, page: book.progress?.current_page ?? 1 };
    },
    connectedDevices() {
      const sort = { field: 'last_seen_at', direction: 'desc' } as const;
      const since = new Date(clock().getTime() - connectedMs).toISOString();
      return itemsOf(devices.list(null, { page: 1, pageSize: 20, sort }))
        .filter(({ last_seen_at }) => last_seen_at !== null && last_seen_at >= since)
        .map(({ name }) => name);
    },
    problems: async () => (await health.counts()).problems,
    openFile: async (username, path) => {
      const caller = authenticator.named(username);
      if (!caller) throw new AppError('NotFound', `There is no user ${username}`);
      return openedFiles.open(caller.user_pk, path);
    },
    pathOf: (kind, id) => (kind === 'book' ? books.path(id) : series.folder(id)),
    wants: (setting) => settings.get(setting),
    updateChannel: () => (settings.get('desktop.update_channel') === 'beta' ? 'beta' : 'stable'),
    onNotification: (listener) =>
      subscribeToNotifications(
        { bus, store: scansStore, task: tasks.get, report: reportOf },
        listener,
      ),
    onChange: (listener) =>
      bus.subscribe(({ name }) => {
        if (changes.has(name)) listener();
      }),
    sharing: {
      state: sharing.state,
      turn: async (enabled) => {
        await sharing.update({ enabled }, { by: 'the desktop', reason: null });
      },
      onChange: sharing.onChange,
    },
  };
};

const changes: ReadonlySet<string> = new Set([
  'progress_updated',
  'device_paired',
  'library_created',
  'library_updated',
  'library_deleted',
]);
