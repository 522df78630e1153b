import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { seriesBooksQuery } from '../../../api/series-books-query.ts';
import { useCan } from '../../../api/session-store.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { markRecords } from '../../selection/mark-many.ts';
import { useSelection, type SelectionKind } from '../../selection/selection-store.ts';
import type { Selectable } from '../../selection/use-selectable.ts';
import { nextBook } from '../../series/next-book.ts';

interface GridCommandsOptions {
  kind: SelectionKind;
  itemAt: (index: number) => { id: string } | undefined;
  /** Whether a record is completely read. */
  isRead: (index: number) => boolean;
  selectable: Selectable;
}

/** Shortcuts for the focused record of a long list, or for the selection. */
export const useGridCommands = ({
  kind,
  itemAt,
  isRead,
  selectable,
}: GridCommandsOptions): void => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canMark = useCan('progress-write');

  const read = async (id: string) => {
    const books = kind === 'series' ? await client.query(seriesBooksQuery(id)) : null;
    const bookId = books === null ? id : nextBook(books.data)?.book.id;
    if (bookId !== undefined) await navigate({ to: '/read/$bookId', params: { bookId } });
  };
  const mark = (index: number | null) => {
    const { ids } = useSelection.getState();
    const focused = index === null ? undefined : itemAt(index);
    const chosen = ids.size > 0 ? [...ids] : focused === undefined ? [] : [focused.id];
    if (chosen.length === 0) return false;
    return markRecords(client, { kind, ids: chosen, read: index === null || !isRead(index) });
  };

  useCommands('grid', {
    'select-all': () => selectable.all(),
    read: () => {
      const index = focusedIndex();
      const item = index === null ? undefined : itemAt(index);
      return item === undefined ? false : void read(item.id);
    },
    ...(canMark ? { 'toggle-read': () => mark(focusedIndex()) !== false } : {}),
  });
};

/** Index of the focused record; null if the focus is outside. */
const focusedIndex = (): number | null => {
  const cell = document.activeElement?.closest<HTMLElement>('[data-index]');
  return cell === null || cell === undefined ? null : Number(cell.dataset['index']);
};
