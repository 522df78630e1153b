import type { ServerControl } from '../../server/host-environment.ts';
import { hourMs } from '../../shared/durations.ts';
import type { Messages } from '../shell-texts.ts';
import type { AppPort, DialogsPort, NotificationsPort, Release, UpdatesPort } from '../ports.ts';
import { explainUpdateFailure, plainNotes } from './update-texts.ts';

/** Delay of the first check, so that it does not slow down the start, ms. */
const firstCheckMs = 30_000;
const checkIntervalMs = 6 * hourMs;
/** Failures before the user is notified: a laptop is often offline; this many cover a day. */
const quietFailures = 4;

/** The state of a newer version. */
export type UpdateState =
  | { kind: 'idle' | 'checking' }
  | { kind: 'downloading'; version: string; fraction: number }
  | { kind: 'ready'; version: string };

export interface Updates {
  state(): UpdateState;
  /** Checks for a newer version, or continues with the one found, and reports in a dialog. */
  ask(): void;
  stop(): void;
}

export interface UpdatesOptions {
  app: Pick<AppPort, 'name' | 'version' | 'locale' | 'exit'>;
  port: UpdatesPort;
  control: Pick<ServerControl, 'updateChannel'> & {
    wants: (setting: 'desktop.check_updates' | 'desktop.notify_updates') => boolean;
    scans: Pick<ServerControl['scans'], 'active'>;
  };
  dialogs: Pick<DialogsPort, 'ask' | 'showFatalError'>;
  notifications: NotificationsPort;
  text: Messages;
  onChange: () => void;
  /** Quits properly and calls `end` when only the process is left. */
  leave: (end: () => void) => void;
}

/** Auto-update: checks, downloads and notifies automatically; quitting always requires confirmation. */
export const createUpdates = (options: UpdatesOptions): Updates => {
  const { app, port, control, dialogs, text } = options;
  let state: UpdateState = { kind: 'idle' };
  let checking: Promise<Release | null> | null = null;
  let failures = 0;

  const become = (next: UpdateState) => {
    state = next;
    options.onChange();
  };
  const notify = (title: string, body: string, sticky: boolean) => {
    if (!control.wants('desktop.notify_updates')) return;
    options.notifications.show({ title, body, sticky, onClick: ask });
  };
  const showMessage = (message: string, detail: string) =>
    dialogs.ask({ message, detail, choices: [text.ok] });

  /** Concurrent checks share one result. */
  const check = (): Promise<Release | null> => {
    checking ??= (async () => {
      become({ kind: 'checking' });
      try {
        return await port.check(control.updateChannel());
      } finally {
        checking = null;
        become({ kind: 'idle' });
      }
    })();
    return checking;
  };
  const fetchRelease = async ({ version }: Release): Promise<void> => {
    become({ kind: 'downloading', version, fraction: 0 });
    try {
      await port.download((fraction) => become({ kind: 'downloading', version, fraction }));
      become({ kind: 'ready', version });
    } catch (error) {
      become({ kind: 'idle' });
      throw error;
    }
  };

  const install = async () => {
    try {
      await port.install();
    } catch (error) {
      dialogs.showFatalError(text.updateFailed, explainUpdateFailure(error, text));
      app.exit(1);
    }
  };
  const offerInstall = async (version: string) => {
    const isScanning = control.scans.active().some(({ paused }) => !paused);
    const how = port.installsOnQuit ? text.readyRestart : text.readyInstall;
    const choice = await dialogs.ask({
      message: text.updateReady(app.name, version),
      detail: isScanning ? `${how}\n\n${text.readyScanning}` : how,
      choices: port.installsOnQuit
        ? [text.restartNow, text.whenQuitting]
        : [text.installNow, text.later],
    });
    if (choice === 0) options.leave(() => void install());
  };
  const offerDownload = async (release: Release) => {
    const has = text.updateFoundText(app.version);
    const notes = plainNotes(release.notes);
    const choice = await dialogs.ask({
      message: text.updateFound(app.name, release.version),
      detail: notes === '' ? has : `${has}\n\n${notes}`,
      choices: [text.download, text.later],
    });
    // The download can have started automatically while the dialog was open.
    if (choice !== 0 || isUnderWay(state)) return;
    await fetchRelease(release);
    await offerInstall(release.version);
  };

  const answer = async (): Promise<unknown> => {
    if (!port.isPossible) {
      return showMessage(text.updatesImpossible(app.name), text.updatesImpossibleText);
    }
    if (state.kind === 'ready') return offerInstall(state.version);
    if (state.kind === 'downloading') {
      const percent = new Intl.NumberFormat(app.locale(), { style: 'percent' });
      const { version, fraction } = state;
      const message = text.downloadingUpdate(app.name, version, percent.format(fraction));
      return showMessage(message, text.updateComing);
    }
    const release = await check();
    failures = 0;
    if (release) return offerDownload(release);
    return showMessage(text.upToDate(app.name), text.upToDateText(app.version));
  };
  const ask = () => {
    answer().catch((error: unknown) =>
      showMessage(text.updateFailed, explainUpdateFailure(error, text)),
    );
  };

  const lookByItself = async () => {
    if (!control.wants('desktop.check_updates') || isUnderWay(state) || checking) return;
    let release: Release | null = null;
    try {
      release = await check();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === quietFailures) {
        notify(text.updateFailed, explainUpdateFailure(error, text), true);
      }
    }
    if (!release || isUnderWay(state)) return;
    try {
      await fetchRelease(release);
      const how = port.installsOnQuit ? text.readyNotice : text.readyNoticeInstall;
      notify(text.updateReady(app.name, release.version), how, false);
    } catch (error) {
      notify(text.updateFailed, explainUpdateFailure(error, text), true);
    }
  };
  const timers = port.isPossible
    ? [
        setTimeout(() => void lookByItself(), firstCheckMs).unref(),
        setInterval(() => void lookByItself(), checkIntervalMs).unref(),
      ]
    : [];

  return {
    state: () => state,
    ask,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
};

const isUnderWay = ({ kind }: UpdateState): boolean => kind === 'downloading' || kind === 'ready';
