import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconRefreshDot,
  IconTableExport,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { useCan } from '../../api/session-store.ts';
import { openExport } from '../exporting/export-store.ts';
import { useCancelScan, useStartScan } from '../scans/mutations.ts';
import { useRunningScans } from '../scans/use-scans.ts';
import { openLibraryDialog } from './dialogs.ts';

/** What can be done with a library; nothing is shown to those who may only read. */
export const LibraryMenu = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['library', 'scans']);
  const mayWrite = useCan('libraries-write');
  const mayDelete = useCan('libraries-delete');
  const running = useRunningScans().has(library.id);
  const start = useStartScan();
  const cancel = useCancelScan();
  if (!mayWrite && !mayDelete) return null;

  return (
    <Menu width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t('menu', { name: library.name })}
        >
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayWrite && !running && (
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
        {mayWrite && running && (
          <Menu.Item
            leftSection={<IconPlayerStop size={16} />}
            onClick={() => cancel.mutate(library.id)}
          >
            {t('scans:cancel')}
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => openLibraryDialog({ kind: 'edit', library })}
          >
            {t('edit')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTableExport size={16} />}
          onClick={() => openExport({ libraryId: library.id })}
        >
          {t('export')}
        </Menu.Item>
        {mayDelete && (
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
