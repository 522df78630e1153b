import type { CompactBook } from '../../../../shared/api/book-record.ts';
import { Button } from '@mantine/core';
import { IconFold, IconFoldDown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Volume } from '../../../../shared/api/volumes.ts';
import { useCan } from '../../api/session-store.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { JumpToNumber } from '../series/jump-to-number.tsx';
import { nextBook } from '../series/next-book.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useOpenVolumes } from './open-volumes.ts';
import { moveBooks } from './volume-calls.ts';
import { volumesQuery } from './volume-queries.ts';
import { VolumeList } from './volume-list.tsx';
import { sectionsOf } from './volume-rows.ts';
import classes from './volumes.module.css';

interface SeriesVolumesProps {
  seriesId: string;
  /** All its books in reading order. */
  books: readonly CompactBook[];
}

/** The books of a series in foldable volumes; a book is dragged onto another volume. */
export const SeriesVolumes = (props: SeriesVolumesProps) => {
  const query = useQuery(volumesQuery(props.seriesId));
  return query.data === undefined ? (
    <QueryState query={query} placeholder={<GridSkeleton />} compact />
  ) : (
    <FoldableVolumes {...props} volumes={query.data} />
  );
};

const FoldableVolumes = ({
  seriesId,
  volumes,
  books,
}: SeriesVolumesProps & { volumes: readonly Volume[] }) => {
  const { t } = useTranslation('volumes');
  const client = useQueryClient();
  const canMove = [useCan('series-write'), useCan('books-write')].every(Boolean);
  const sections = useMemo(() => sectionsOf(volumes, books), [volumes, books]);
  const inNext = nextBook(books)?.book.volume_id;
  const [open, setOpen] = useOpenVolumes(
    seriesId,
    volumes.filter(({ id }) => id === inNext).map(({ number }) => number),
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const wantedIn = books.find(({ id }) => id === wanted)?.volume_id;
  const hidden = volumes.find(({ id, number }) => id === wantedIn && !open.has(number));
  useEffect(() => {
    if (hidden) setOpen(new Set([...open, hidden.number]));
  });
  const toggle = (number: number) => {
    const next = new Set(open);
    if (!next.delete(number)) next.add(number);
    setOpen(next);
  };
  const move = (bookId: string, key: string) => {
    const section = sections.find((candidate) => candidate.key === key);
    const book = books.find(({ id }) => id === bookId);
    if (!book || !section || (section.volume?.id ?? null) === book.volume_id) return;
    const destination = section.volume === null ? 'loose' : { volume: section.volume };
    moveBooks(client, seriesId, [bookId], destination).catch(reportFailure);
  };
  return (
    <>
      <JumpToNumber books={books} onJump={(index) => setWanted(books[index]?.id ?? null)} />
      <div className={classes.tools}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFold size={15} />}
          disabled={open.size === 0}
          onClick={() => setOpen(new Set())}
        >
          {t('foldAll')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFoldDown size={15} />}
          disabled={volumes.every(({ number }) => open.has(number))}
          onClick={() => setOpen(new Set(volumes.map(({ number }) => number)))}
        >
          {t('unfoldAll')}
        </Button>
      </div>
      <VolumeList
        sections={sections}
        open={open}
        wanted={wanted}
        onWantedShown={() => setWanted(null)}
        onToggle={toggle}
        onMove={canMove ? move : null}
      />
    </>
  );
};
