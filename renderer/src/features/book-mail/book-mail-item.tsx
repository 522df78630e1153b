import { Menu } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { openBookMail, type BookMailTarget } from './book-mail-store.ts';

/** Sends a book, or the new books of a series, to an e-reader. */
export const BookMailItem = ({ target }: { target: BookMailTarget }) => {
  const { t } = useTranslation('notifications');
  if (!useCan('books-download')) return null;
  return (
    <Menu.Item leftSection={<IconSend size={16} />} onClick={() => openBookMail(target)}>
      {t(target.kind === 'series' ? 'menu.sendNew' : 'menu.send')}
    </Menu.Item>
  );
};
