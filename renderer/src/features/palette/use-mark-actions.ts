import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { useCrumbs } from '../../ui/layout/page-title.ts';
import { markRecords } from '../selection/mark-many.ts';

/** Mark as read or unread, for the series or book of the open page. */
export const useMarkActions = () => {
  const { t } = useTranslation('palette');
  const { pathname } = useLocation();
  const name = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label) ?? '';
  const canMark = useCan('progress-write');
  const client = useQueryClient();
  const [, kind, id] = /^\/(series|book)\/([^/]+)$/.exec(pathname) ?? [];
  if (!canMark || id === undefined) return [];
  return [true, false].map((isRead) => ({
    id: isRead ? 'mark-read' : 'mark-unread',
    label: t(isRead ? 'action.markRead' : 'action.markUnread', { name }),
    isRead,
    run: () =>
      markRecords(client, {
        kind: kind === 'book' ? 'books' : 'series',
        ids: [id],
        read: isRead,
      }),
  }));
};
