import { Menu } from '@mantine/core';
import { IconCloudDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../app/desktop.ts';
import { MenuLink } from '../ui/menu-link.tsx';
import { reportFailure } from '../ui/notify.ts';
import { keepBook, removeBook, useDownloads } from './downloads.ts';
import { canKeepBooks } from './shelf.ts';

/** The line of a book's menu that keeps it on this device, or frees its space again. */
export const KeepItem = ({ bookId, isText }: { bookId: string; isText: boolean }) => {
  const { t } = useTranslation('offline');
  const kept = useDownloads((downloads) => downloads.books?.[bookId]);
  if (desktop !== undefined) return null;
  if (isText) {
    return (
      <Menu.Item disabled leftSection={<IconCloudDownload size={16} />}>
        {t('notText')}
      </Menu.Item>
    );
  }
  if (!canKeepBooks()) {
    // The page says why it is not possible here, and where it is.
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
        onClick={() => void keepBook(bookId).catch(reportFailure)}
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
