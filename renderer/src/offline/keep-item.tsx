import { Menu } from '@mantine/core';
import { IconCloudDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../api/desktop.ts';
import { useCan } from '../api/session-store.ts';
import { MenuLink } from '../ui/layout/menu-link.tsx';
import { reportFailure } from '../ui/feedback/notify.ts';
import { downloadBook, removeBook, useDownloads } from './downloads.ts';
import { canDownloadBooks } from './book-store.ts';

/** Menu item that downloads a book or deletes the download. */
export const KeepItem = ({ bookId, isText }: { bookId: string; isText: boolean }) => {
  const { t } = useTranslation('offline');
  const kept = useDownloads((downloads) => downloads.books?.[bookId]);
  const canDownload = useCan('books-download');
  if (desktop !== undefined || (!canDownload && kept === undefined)) return null;
  if (isText) {
    return (
      <Menu.Item disabled leftSection={<IconCloudDownload size={16} />}>
        {t('notText')}
      </Menu.Item>
    );
  }
  if (!canDownloadBooks()) {
    // The downloads page explains why this is not possible here.
    return (
      <MenuLink to="/downloads" leftSection={<IconCloudDownload size={16} />}>
        {t('keep')}
      </MenuLink>
    );
  }
  if (kept === undefined) {
    return (
      <Menu.Item
        leftSection={<IconCloudDownload size={16} />}
        onClick={() => void downloadBook(bookId).catch(reportFailure)}
      >
        {t('keep')}
      </Menu.Item>
    );
  }
  if (kept.status === 'kept') {
    return (
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void removeBook(bookId)}>
        {t('removeKept')}
      </Menu.Item>
    );
  }
  const percent = Math.floor((100 * kept.pagesKept) / Math.max(1, kept.pages.length));
  return (
    <MenuLink to="/downloads" leftSection={<IconCloudDownload size={16} />}>
      {t('keeping', { percent })}
    </MenuLink>
  );
};
