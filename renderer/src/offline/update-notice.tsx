import { Button } from '@mantine/core';
import i18next from 'i18next';

import { showNotice } from '../ui/feedback/notify.ts';

/** Offers the new version; calls `onAgree` when accepted. */
export const offerUpdate = (onAgree: () => void): void => {
  showNotice({
    id: 'update',
    autoClose: false,
    title: i18next.t('offline:update.title'),
    message: (
      <Button size="compact-sm" mt={6} onClick={onAgree}>
        {i18next.t('offline:update.action')}
      </Button>
    ),
  });
};
