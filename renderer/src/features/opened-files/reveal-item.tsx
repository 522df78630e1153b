import { Menu } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { desktop } from '../../api/desktop.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';

/** Shows a book or series in the system's file manager; desktop only. */
export const RevealItem = ({ kind, id }: { kind: 'book' | 'series'; id: string }) => {
  const { t } = useTranslation('opened');
  const canReveal = useCan('libraries-write');
  const reveal = desktop?.reveal;
  if (!desktop || !reveal || !canReveal) return null;
  const show = async () => {
    if (!(await reveal(kind, id))) showToast(t('reveal.gone'));
  };
  return (
    <Menu.Item
      leftSection={<IconFolderSearch size={16} />}
      onClick={() => void show().catch(reportFailure)}
    >
      {t(`reveal.${desktop.platform}`)}
    </Menu.Item>
  );
};
