import { Menu } from '@mantine/core';
import {
  IconArrowsSplit,
  IconCopy,
  IconFilePencil,
  IconFileSearch,
  IconFileUpload,
  IconInbox,
  IconFileZip,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconRefreshDot,
  IconTableExport,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { useCan } from '../../../api/session-store.ts';
import { MenuLink } from '../../../ui/layout/menu-link.tsx';
import { BookFeedItem } from '../../book-feeds/book-feed-item.tsx';
import { openExport } from '../../exporting/export-store.ts';
import { ReprocessItem } from '../../reprocess/reprocess-item.tsx';
import { useCancelScan, useStartScan } from '../../scans/mutations.ts';
import { useRunningScans } from '../../scans/use-scans.ts';
import { openLibraryDialog } from './dialogs.ts';

interface LibraryMenuProps {
  library: Library;
  /** The button that opens the menu. */
  button: ReactElement;
}

/** Actions for a library; initially open. */
export const LibraryMenu = ({ library, button }: LibraryMenuProps) => {
  const { t } = useTranslation(['library', 'scans', 'uploads']);
  const canWrite = useCan('libraries-write');
  const canDelete = useCan('libraries-delete');
  const canUpload = useCan('books-upload');
  const canOrganise = useCan('series-write');
  const isAdmin = useCan('system-admin');
  const running = useRunningScans().has(library.id);
  const start = useStartScan();
  const cancel = useCancelScan();

  return (
    <Menu defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {canWrite && !running && (
          <>
            <Menu.Item
              leftSection={<IconRefresh size={16} />}
              onClick={() => start.mutate({ id: library.id, mode: 'normal' })}
            >
              {t('scan')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconRefreshDot size={16} />}
              onClick={() => start.mutate({ id: library.id, mode: 'deep' })}
            >
              {t('deepScan')}
            </Menu.Item>
          </>
        )}
        {canWrite && running && (
          <Menu.Item
            leftSection={<IconPlayerStop size={16} />}
            onClick={() => cancel.mutate(library.id)}
          >
            {t('scans:cancel')}
          </Menu.Item>
        )}
        {canWrite && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => openLibraryDialog({ kind: 'edit', library })}
          >
            {t('edit')}
          </Menu.Item>
        )}
        {canUpload && (
          <Menu.Item
            leftSection={<IconFileUpload size={16} />}
            onClick={() => openLibraryDialog({ kind: 'upload', library, files: [], folder: '' })}
          >
            {t('uploads:menu')}
          </Menu.Item>
        )}
        <ReprocessItem scope={{ kind: 'library', ids: [library.id], name: library.name }} />
        {canOrganise && (
          <MenuLink
            to="/library/$libraryId/organise"
            params={{ libraryId: library.id }}
            leftSection={<IconArrowsSplit size={16} />}
          >
            {t('organise')}
          </MenuLink>
        )}
        {canWrite && (
          <MenuLink
            to="/library/$libraryId/write-metadata"
            params={{ libraryId: library.id }}
            leftSection={<IconFilePencil size={16} />}
          >
            {t('writeMetadata')}
          </MenuLink>
        )}
        {isAdmin && (
          <MenuLink to="/settings/intake" leftSection={<IconInbox size={16} />}>
            {t('intake')}
          </MenuLink>
        )}
        {canWrite && (
          <MenuLink
            to="/library/$libraryId/convert"
            params={{ libraryId: library.id }}
            leftSection={<IconFileZip size={16} />}
          >
            {t('convert')}
          </MenuLink>
        )}
        {canWrite && (
          <MenuLink
            to="/library/$libraryId/repeated-pages"
            params={{ libraryId: library.id }}
            leftSection={<IconCopy size={16} />}
          >
            {t('repeatedPages')}
          </MenuLink>
        )}
        {canWrite && (
          <MenuLink to="/activity/reports" leftSection={<IconFileSearch size={16} />}>
            {t('reports')}
          </MenuLink>
        )}
        <Menu.Item
          leftSection={<IconTableExport size={16} />}
          onClick={() => openExport({ libraryId: library.id })}
        >
          {t('export')}
        </Menu.Item>
        <BookFeedItem scope="library_id" id={library.id} name={library.name} />
        {canDelete && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="var(--o-danger)"
              leftSection={<IconTrash size={16} />}
              onClick={() => openLibraryDialog({ kind: 'delete', library })}
            >
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
