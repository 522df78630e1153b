import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useMarkBook, useMarkSeries } from '../../api/mutations.ts';
import { useCan } from '../../api/session-store.ts';
import { useCrumbs } from '../../app/page-head.ts';

/** Marking the series or book whose page is open. */
export const useMarkActions = () => {
  const { t } = useTranslation('palette');
  const { pathname } = useLocation();
  const name = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label) ?? '';
  const mayMark = useCan('progress-write');
  const markBook = useMarkBook();
  const markSeries = useMarkSeries();
  const [, kind, id] = /^\/(series|book)\/([^/]+)$/.exec(pathname) ?? [];
  if (!mayMark || id === undefined) return [];
  const mark = kind === 'book' ? markBook : markSeries;
  return [true, false].map((isRead) => ({
    id: isRead ? 'mark-read' : 'mark-unread',
    label: t(isRead ? 'action.markRead' : 'action.markUnread', { name }),
    isRead,
    run: () => mark.mutate({ id, read: isRead }),
  }));
};
