import { Menu } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { desktop } from '../../app/desktop.ts';
import { reportFailure, say } from '../../ui/notify.ts';

/** Shows where a book or a series lies, in the system's file manager; only in the desktop window. */
export const RevealItem = ({ kind, id }: { kind: 'book' | 'series'; id: string }) => {
  const { t } = useTranslation('opened');
  const mayKnow = useCan('libraries-write');
  const reveal = desktop?.reveal;
  if (!desktop || !reveal || !mayKnow) return null;
  const show = async () => {
    if (!(await reveal(kind, id))) say(t('reveal.gone'));
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
