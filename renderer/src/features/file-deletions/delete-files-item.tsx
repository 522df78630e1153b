import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { openBulkDialog } from '../selection/bulk-dialog-store.ts';
import type { SelectionKind } from '../selection/selection-store.ts';

/** Opens the dialog that deletes a book or series with its files. */
export const DeleteFilesItem = ({ kind, id }: { kind: SelectionKind; id: string }) => {
  const { t } = useTranslation('selection');
  if (!useCan('system-admin')) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        color="var(--o-danger)"
        leftSection={<IconTrash size={16} />}
        onClick={() => openBulkDialog({ dialog: 'delete', selected: { kind, ids: [id] } })}
      >
        {t('actions.deleteFiles')}
      </Menu.Item>
    </>
  );
};
