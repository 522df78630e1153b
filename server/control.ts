import { AppError } from '../shared/errors.ts';
import type { Bus } from './bus.ts';
import { recordsOf } from './database/json.ts';
import type { createAuthenticator } from './features/auth/authenticator.ts';
import type { AuthService } from './features/auth/service.ts';
import type { BooksService } from './features/books/service.ts';
import type { DevicesStore } from './features/devices/store.ts';
import type { HealthService } from './features/health/service.ts';
import type { ScanScheduler } from './features/libraries/scan-scheduler.ts';
import type { OpenedFilesService } from './features/opened-files/service.ts';
import type { ScanReportsService } from './features/scan-reports/service.ts';
import { createScanControl } from './features/scans/control.ts';
import type { ScansService } from './features/scans/service.ts';
import { createSleep } from './features/scans/sleep.ts';
import type { ScansStore } from './features/scans/store.ts';
import type { SeriesService } from './features/series/service.ts';
import type { Settings } from './features/settings/service.ts';
import type { SharingService } from './features/sharing/service.ts';
import type { TasksService } from './features/tasks/service.ts';
import type { ServerControl } from './host.ts';
import { watchNews } from './news.ts';

/** A device that was seen within this time counts as connected. */
const connectedMs = 10 * 60_000;

interface ControlParts {
  auth: Pick<AuthService, 'hasUsers' | 'issueTicket'>;
  authenticator: Pick<ReturnType<typeof createAuthenticator>, 'named'>;
  scansStore: ScansStore;
  scans: ScansService;
  tasks: Pick<TasksService, 'get'>;
  reports: Pick<ScanReportsService, 'list'>;
  schedules: Pick<ScanScheduler, 'pause' | 'pausedUntil' | 'hold'>;
  books: Pick<BooksService, 'inProgress' | 'path'>;
  series: Pick<SeriesService, 'folder'>;
  openedFiles: Pick<OpenedFilesService, 'open'>;
  devices: Pick<DevicesStore, 'list'>;
  health: Pick<HealthService, 'counts'>;
  settings: Pick<Settings, 'get'>;
  sharing: Pick<SharingService, 'state' | 'update' | 'onChange'>;
  bus: Bus;
  clock: () => Date;
}

/** What the shell around the server may do without a request, from the services that requests use. */
export const createControl = (parts: ControlParts): ServerControl & { stop(): void } => {
  const { auth, authenticator, scansStore, schedules, settings, sharing, bus, clock } = parts;
  const scans = createScanControl({ store: scansStore, scans: parts.scans, bus });
  const sleep = createSleep({ scans, store: scansStore, schedules });
  const reportOf = (task_id: string) => {
    const sort = { field: 'started_at', direction: 'desc' } as const;
    return recordsOf(parts.reports.list({ page: 1, pageSize: 1, sort, task_id }))[0]?.id ?? null;
  };

  return {
    setupRequired: () => !auth.hasUsers(),
    issueTicket: auth.issueTicket,
    libraries: () => scansStore.libraries(),
    scans,
    schedules,
    ...sleep,
    reading(username) {
      const caller = authenticator.named(username);
      if (!caller) return null;
      const sort = { field: 'read_at', direction: 'desc' } as const;
      const [book] = recordsOf(parts.books.inProgress(caller, { page: 1, pageSize: 1, sort }));
      if (!book) return null;
      return { book_id: book.id, title: book.title, page: book.progress?.current_page ?? 1 };
    },
    connectedDevices() {
      const sort = { field: 'last_seen_at', direction: 'desc' } as const;
      const since = new Date(clock().getTime() - connectedMs).toISOString();
      return recordsOf(parts.devices.list(null, { page: 1, pageSize: 20, sort }))
        .filter(({ last_seen_at }) => last_seen_at !== null && last_seen_at >= since)
        .map(({ name }) => name);
    },
    problems: async () => (await parts.health.counts()).problems,
    openFile: async (username, path) => {
      const caller = authenticator.named(username);
      if (!caller) throw new AppError('NotFound', `There is no user ${username}`);
      return parts.openedFiles.open(caller.user_pk, path);
    },
    placeOf: (kind, id) => (kind === 'book' ? parts.books.path(id) : parts.series.folder(id)),
    wants: (setting) => settings.get(setting),
    updateChannel: () => (settings.get('desktop.update_channel') === 'beta' ? 'beta' : 'stable'),
    onNews: (listener) =>
      watchNews({ bus, store: scansStore, task: parts.tasks.get, report: reportOf }, listener),
    onChange: (listener) =>
      bus.listen(({ name }) => {
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
