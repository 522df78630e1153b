import i18next from 'i18next';

import { errorMessage } from '../api/client.ts';

/** The cross of a notice has no text of its own. */
export const closeButtonProps = () => ({ 'aria-label': i18next.t('undo.dismiss') });

/**
 * Says that something asked for could not be done, in the server's words where it gave any. The part
 * that shows it is loaded apart from the first page, which nearly always does without.
 */
export const reportFailure = (error: unknown): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      color: 'red',
      closeButtonProps: closeButtonProps(),
      title: i18next.t('error.action'),
      message: errorMessage(error) ?? i18next.t('error.unreachable'),
    }),
  );
};

/** Says that something was done which the page itself does not show. */
export const say = (message: string): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ role: 'status', closeButtonProps: closeButtonProps(), message }),
  );
};
