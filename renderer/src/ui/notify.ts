import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

import { errorMessage } from '../api/client.ts';

/** Says that something asked for could not be done, in the server's words where it gave any. */
export const reportFailure = (error: unknown): void => {
  notifications.show({
    color: 'red',
    title: i18next.t('error.action'),
    message: errorMessage(error) ?? i18next.t('error.unreachable'),
  });
};
