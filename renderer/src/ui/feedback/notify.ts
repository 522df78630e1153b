import type { NotificationData } from '@mantine/notifications';
import i18next from 'i18next';
import { create } from 'zustand';

import { addBookTexts } from '../../locales/load-texts.ts';
import { errorText } from './error-text.ts';

/** Mantine's close button has no accessible name. */
export const closeButtonProps = () => ({ 'aria-label': i18next.t('undo.dismiss') });

/** Whether a notification was ever shown: their area on the page is loaded with the first one. */
export const useNotices = create(() => ({ areNeeded: false }));

export const needNotices = (): void => useNotices.setState({ areNeeded: true });

/** Shows a notification; the library is loaded on demand to keep it out of the first page. */
export const showNotice = (notice: NotificationData): void => {
  needNotices();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ closeButtonProps: closeButtonProps(), ...notice }),
  );
};

/** Shows an error notification, with the server's message if there is one. */
export const reportFailure = (error: unknown): void => {
  const show = () =>
    showNotice({
      color: 'red',
      title: i18next.t('error.action'),
      message: errorText(error) ?? i18next.t('error.unreachable'),
    });
  // The translations may not be loaded yet; without them, the message stays English.
  void addBookTexts().then(show, show);
};

/** Confirms an action whose effect is not visible on the page. */
export const showToast = (message: string): void => {
  showNotice({ role: 'status', message });
};
