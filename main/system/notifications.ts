import type { NotificationEvent, RunningServer } from '../../server/host-environment.ts';
import type { DesktopSwitchKey } from '../../server/features/settings/definitions.ts';
import type { Messages } from '../shell-texts.ts';
import type { Notice, NotificationsPort } from '../ports.ts';
import type { StateFile } from '../desktop-state.ts';
import type { AppWindow } from '../windows/window.ts';

const settings: Record<NotificationEvent['kind'], DesktopSwitchKey> = {
  scan_finished: 'desktop.notify_scans',
  scan_stopped: 'desktop.notify_safety',
  device_paired: 'desktop.notify_devices',
  backup_failed: 'desktop.notify_backups',
};

export interface NotificationsOptions {
  app: string;
  server: Pick<RunningServer, 'control' | 'checkedAfterCrash'>;
  notifications: NotificationsPort;
  state: StateFile;
  window: Pick<AppWindow, 'show'>;
  text: Messages;
}

/**
 * Shows desktop notifications while the window is not visible; a click opens the related page.
 * Returns an unsubscribe function.
 */
export const createNotifications = ({
  app,
  server: { control, checkedAfterCrash },
  notifications,
  state,
  window,
  text,
}: NotificationsOptions): (() => void) => {
  const show = ({ path, ...notice }: Omit<Notice, 'onClick'> & { path: string }) =>
    notifications.show({ ...notice, onClick: () => window.show(path) });

  /** Notifies when the port of the preferred address changes, because phones have bookmarked it. */
  const compareAddress = () => {
    const { enabled, addresses } = control.sharing.state();
    const url = enabled ? (addresses.find(({ reachable }) => reachable)?.url ?? null) : null;
    const { sharedUrl: before } = state.get();
    // Sharing is on, but the addresses are still being tested.
    if (url === before || (enabled && url === null)) return;
    state.update({ sharedUrl: url });
    if (url === null || before === null || new URL(url).port === new URL(before).port) return;
    const body = text.movedText(url);
    show({ title: text.moved, body, sticky: true, path: '/settings/devices' });
  };

  if (checkedAfterCrash) {
    show({ title: text.checked(app), body: text.checkedText, sticky: false, path: '/' });
  }
  compareAddress();
  const endings = [
    control.sharing.onChange(compareAddress),
    control.onNotification((news) => {
      if (control.wants(settings[news.kind])) show(noticeOf(news, text));
    }),
  ];
  return () => endings.forEach((end) => end());
};

const noticeOf = (
  news: NotificationEvent,
  text: Messages,
): Omit<Notice, 'onClick'> & { path: string } => {
  switch (news.kind) {
    case 'scan_finished': {
      const body = text.found(news.added, news.problems);
      const path = `/activity/reports${news.report === null ? '' : `/${news.report}`}`;
      return { title: text.scanFinished(news.library), body, sticky: false, path };
    }
    case 'scan_stopped': {
      const title = text.scanStopped(news.library);
      return { title, body: news.reason, sticky: true, path: '/activity' };
    }
    case 'device_paired': {
      const body = text.devicePairedText(news.name);
      return { title: text.devicePaired, body, sticky: false, path: '/settings/devices' };
    }
    case 'backup_failed':
      return {
        title: text.backupFailed,
        body: news.reason,
        sticky: true,
        path: '/settings/backups',
      };
  }
};
