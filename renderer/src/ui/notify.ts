import i18next from 'i18next';

import { errorMessage } from '../api/client.ts';

/**
 * Says that something asked for could not be done, in the server's words where it gave any. The part
 * that shows it is loaded apart from the first page, which nearly always does without.
 */
export const reportFailure = (error: unknown): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      color: 'red',
      title: i18next.t('error.action'),
      message: errorMessage(error) ?? i18next.t('error.unreachable'),
    }),
  );
};

/** Says that something was done which the page itself does not show. */
export const say = (message: string): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ role: 'status', message }),
  );
};
