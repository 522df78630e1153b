import { Menu } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { openBulkDialog } from '../selection/bulk-dialog-store.ts';
import type { SelectionKind } from '../selection/selection-store.ts';

/** Opens the dialog that converts the files of a book or series. */
export const ConvertItem = ({ kind, id }: { kind: SelectionKind; id: string }) => {
  const { t } = useTranslation('selection');
  const canWriteLibraries = useCan('libraries-write');
  const canWriteBooks = useCan('books-write');
  if (!canWriteLibraries || !canWriteBooks) return null;
  return (
    <Menu.Item
      leftSection={<IconFileZip size={16} />}
      onClick={() => openBulkDialog({ dialog: 'convert', selected: { kind, ids: [id] } })}
    >
      {t('actions.convert')}
    </Menu.Item>
  );
};
