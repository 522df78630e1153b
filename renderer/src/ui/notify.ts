import type { NotificationData } from '@mantine/notifications';
import i18next from 'i18next';

import { errorMessage } from '../api/client.ts';

/** The cross of a notice has no text of its own. */
export const closeButtonProps = () => ({ 'aria-label': i18next.t('undo.dismiss') });

/** Shows a notice; the part that does is loaded apart from the first page, which nearly always does without. */
export const showNotice = (notice: NotificationData): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ closeButtonProps: closeButtonProps(), ...notice }),
  );
};

/** Says that something asked for could not be done, in the server's words where it gave any. */
export const reportFailure = (error: unknown): void => {
  showNotice({
    color: 'red',
    title: i18next.t('error.action'),
    message: errorMessage(error) ?? i18next.t('error.unreachable'),
  });
};

/** Says that something was done which the page itself does not show. */
export const say = (message: string): void => {
  showNotice({ role: 'status', message });
};
