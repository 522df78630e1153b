import { Menu } from '@mantine/core';
import { IconRss } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { BookFeedScope } from '../../../../shared/api/book-feeds.ts';
import { useCan } from '../../api/session-store.ts';
import { openBookFeed } from './book-feed-store.ts';

interface BookFeedItemProps {
  scope: BookFeedScope;
  id: string;
  name: string;
}

/** Shows the address of a feed with the new books of a library, series or list. */
export const BookFeedItem = ({ scope, id, name }: BookFeedItemProps) => {
  const { t } = useTranslation('notifications');
  if (!useCan('books-read')) return null;
  return (
    <Menu.Item
      leftSection={<IconRss size={16} />}
      onClick={() => openBookFeed({ limit: { scope, id, name } })}
    >
      {t('menu.feed')}
    </Menu.Item>
  );
};
