import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsSplit,
  IconBook,
  IconCheck,
  IconChevronRight,
  IconDots,
  IconPencil,
  IconRotate,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { Volume } from '../../../../shared/api/volumes.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { useCan } from '../../api/session-store.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { MenuLink } from '../../ui/layout/menu-link.tsx';
import { markRecords } from '../selection/mark-many.ts';
import { nextBook } from '../series/next-book.ts';
import { EditDialog } from './edit-dialog.tsx';
import { dissolve, volumeName } from './volume-calls.ts';
import { ReadBar } from '../../ui/cover/read-bar.tsx';
import { readShare } from '../../ui/cover/read-share.ts';
import classes from './volumes.module.css';

interface VolumeHeadProps {
  volume: Volume;
  books: readonly CompactBook[];
  /** Number of missing chapters. */
  missing: number;
  isOpen: boolean;
  onToggle: () => void;
  tabIndex: 0 | -1;
}

/** Cover, name and state of a volume; a click folds it. */
export const VolumeHead = (props: VolumeHeadProps) => {
  const { volume, books, missing, isOpen, onToggle, tabIndex } = props;
  const { t } = useTranslation(['volumes', 'series', 'common']);
  const tracksProgress = useCan('progress-read');
  const next = nextBook(books);
  const { book_count: count, unread_count: unread, read_status: status } = volume;
  const facts = [
    t('chapters', { count }),
    unread !== null && unread > 0 && unread < count ? t('unread', { count: unread }) : null,
    missing > 0 ? t('missing', { count: missing }) : null,
  ];
  const read = readShare(volume);
  return (
    <div className={classes.head} data-open={isOpen || undefined}>
      <h2 className={classes.name}>
        <button
          type="button"
          data-stop={volume.id}
          className={classes.fold}
          aria-expanded={isOpen}
          tabIndex={tabIndex}
          onClick={onToggle}
        >
          <IconChevronRight className={classes.chevron} size={18} aria-hidden />
          <span className={classes.cover}>
            <Cover src={useBookCover({ id: volume.cover_book_id })} title="" />
          </span>
          <span className={classes.text}>
            <span className={classes.title}>{volumeName(volume)}</span>
            <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
          </span>
        </button>
      </h2>
      {tracksProgress && status === 'in_progress' && (
        <ReadBar
          className={classes.bar}
          fraction={read}
          label={t('progress', { percent: Math.round(read * 100) })}
        />
      )}
      {tracksProgress && status === 'read' && (
        <span className={classes.done} role="img" aria-label={t('common:state.read')}>
          <IconCheck size={16} />
        </span>
      )}
      {next !== null && (
        <ButtonLink
          className={classes.read}
          variant="default"
          size="compact-md"
          tabIndex={tabIndex}
          to="/read/$bookId"
          params={{ bookId: next.book.id }}
          search={next.kind === 'again' ? { page: 1 } : {}}
          aria-label={t('readVolume', { name: volumeName(volume) })}
        >
          {t(`series:${next.kind === 'continue' ? 'continue' : 'start'}`)}
        </ButtonLink>
      )}
      <VolumeMenu volume={volume} books={books} tabIndex={tabIndex} />
    </div>
  );
};

const VolumeMenu = ({
  volume,
  books,
  tabIndex,
}: Pick<VolumeHeadProps, 'volume' | 'books' | 'tabIndex'>) => {
  const { t } = useTranslation(['volumes', 'selection', 'series']);
  const next = nextBook(books);
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const canMark = useCan('progress-write');
  const canEdit = [useCan('series-write'), useCan('books-write')].every(Boolean);
  const mark = (read: boolean) =>
    void markRecords(client, { kind: 'books', ids: books.map(({ id }) => id), read });
  return (
    <>
      {/* The rows below would cover it. */}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon tabIndex={tabIndex} aria-label={t('actions', { name: volumeName(volume) })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {next !== null && (
            <MenuLink
              className={classes.phoneOnly}
              to="/read/$bookId"
              params={{ bookId: next.book.id }}
              search={next.kind === 'again' ? { page: 1 } : {}}
              leftSection={<IconBook size={16} />}
            >
              {t(`series:${next.kind === 'continue' ? 'continue' : 'start'}`)}
            </MenuLink>
          )}
          {canMark && volume.read_status !== 'read' && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => mark(true)}>
              {t('selection:actions.markRead')}
            </Menu.Item>
          )}
          {canMark && volume.read_status !== 'unread' && (
            <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => mark(false)}>
              {t('selection:actions.markUnread')}
            </Menu.Item>
          )}
          {canEdit && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                {t('edit.action')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowsSplit size={16} />}
                onClick={() => void dissolve(client, volume)}
              >
                {t('dissolve')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditDialog
        volume={volume}
        books={books}
        opened={isEditing}
        onClose={() => setEditing(false)}
      />
    </>
  );
};
