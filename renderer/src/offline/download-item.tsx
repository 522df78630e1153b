import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconCloudCheck,
  IconCloudDownload,
  IconCloudExclamation,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { desktop } from '../api/desktop.ts';
import { useCan } from '../api/session-store.ts';
import { MenuLink } from '../ui/layout/menu-link.tsx';
import { reportFailure } from '../ui/feedback/notify.ts';
import { downloadBook, removeBook, useDownloads } from './downloads.ts';
import { canDownloadBooks, type DownloadedBook, partsOf } from './book-store.ts';
import { stoppedText } from './stopped-text.ts';

const percentOf = (download: DownloadedBook): number =>
  Math.floor((100 * download.pagesKept) / Math.max(1, partsOf(download)));

/** The download of a book; null where books cannot be downloaded. */
const useDownloadOf = (bookId: string): { download: DownloadedBook | undefined } | null => {
  const download = useDownloads((downloads) => downloads.books?.[bookId]);
  const canDownload = useCan('books-download');
  return desktop !== undefined || (!canDownload && download === undefined) ? null : { download };
};

/** A cloud beside Read: whether the book is on this device, and a press that changes it. */
export const DownloadButton = ({ bookId }: { bookId: string }) => {
  const { t } = useTranslation('offline');
  const state = useDownloadOf(bookId);
  if (state === null || !canDownloadBooks()) return null;
  const { download } = state;
  const buttonProps = { size: 42, variant: 'default' } as const;
  if (download !== undefined && download.status !== 'kept') {
    const stopped = stoppedText(t, download);
    const label = stopped ?? t('keeping', { percent: percentOf(download) });
    const Icon = stopped === null ? IconCloudDownload : IconCloudExclamation;
    return (
      <Tooltip label={label}>
        <ActionIcon {...buttonProps} component={Link} to="/downloads" aria-label={label}>
          <Icon size={19} />
        </ActionIcon>
      </Tooltip>
    );
  }
  const label = t(download === undefined ? 'keep' : 'removeKept');
  return (
    <Tooltip label={label}>
      <ActionIcon
        {...buttonProps}
        aria-label={label}
        aria-pressed={download !== undefined}
        onClick={() =>
          void (download === undefined ? downloadBook(bookId) : removeBook(bookId)).catch(
            reportFailure,
          )
        }
      >
        {download === undefined ? <IconCloudDownload size={19} /> : <IconCloudCheck size={19} />}
      </ActionIcon>
    </Tooltip>
  );
};

/** Menu item that downloads a book or deletes the download. */
export const DownloadItem = ({ bookId }: { bookId: string }) => {
  const { t } = useTranslation('offline');
  const state = useDownloadOf(bookId);
  if (state === null) return null;
  const { download } = state;
  if (!canDownloadBooks()) {
    // The downloads page explains why this is not possible here.
    return (
      <MenuLink to="/downloads" leftSection={<IconCloudDownload size={16} />}>
        {t('keep')}
      </MenuLink>
    );
  }
  if (download === undefined) {
    return (
      <Menu.Item
        leftSection={<IconCloudDownload size={16} />}
        onClick={() => void downloadBook(bookId).catch(reportFailure)}
      >
        {t('keep')}
      </Menu.Item>
    );
  }
  if (download.status === 'kept') {
    return (
      <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void removeBook(bookId)}>
        {t('removeKept')}
      </Menu.Item>
    );
  }
  const stopped = stoppedText(t, download);
  const Icon = stopped === null ? IconCloudDownload : IconCloudExclamation;
  return (
    <MenuLink to="/downloads" leftSection={<Icon size={16} />}>
      {stopped ?? t('keeping', { percent: percentOf(download) })}
    </MenuLink>
  );
};
