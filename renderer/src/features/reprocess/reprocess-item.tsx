import { Menu } from '@mantine/core';
import { IconRefreshDot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { openBulkDialog, type ReprocessScope } from '../selection/bulk-dialog-store.ts';

/** Opens the dialog that reads books again. */
export const ReprocessItem = ({ scope }: { scope: ReprocessScope }) => {
  const { t } = useTranslation('reprocess');
  const canWriteSeries = useCan('series-write');
  const canWriteBooks = useCan('books-write');
  if (!canWriteSeries || !canWriteBooks) return null;
  return (
    <Menu.Item
      leftSection={<IconRefreshDot size={16} />}
      onClick={() => openBulkDialog({ dialog: 'refresh', scope })}
    >
      {t('menu')}
    </Menu.Item>
  );
};
