import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';

import type { Paginated } from '../../../../shared/endpoint.ts';
import { CoverCardSkeleton } from '../../ui/cover/cover-card.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './shelf.module.css';

interface ShelfProps<T, Key extends readonly unknown[]> {
  title: string;
  /** Target of the title: the complete list. */
  titleLink?: LinkProps;
  query: UseQueryOptions<Paginated<T>, Error, Paginated<T>, Key>;
  card: (item: T) => ReactNode;
  wide?: boolean;
  /** Filters out hidden items. */
  isShown?: (item: T) => boolean;
  /** Shows a skeleton while empty, because a scan is about to fill it. */
  awaited?: boolean;
}

/**
 * A horizontally scrolling row of cards. An error affects this shelf only; an empty shelf is
 * hidden.
 */
export const Shelf = <T extends { id: string }, Key extends readonly unknown[]>({
  title,
  titleLink,
  query,
  card,
  wide = false,
  isShown = () => true,
  awaited = false,
}: ShelfProps<T, Key>) => {
  const heading = useId();
  const track = useRef<HTMLUListElement>(null);
  const [overflows, setOverflows] = useState(false);
  const { data, error, isError, refetch } = useQuery(query);
  const items = data?.data.filter(isShown) ?? [];

  // An observer reports after the browser's own layout; measuring earlier would force one per shelf.
  useEffect(() => {
    const { current } = track;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(current.scrollWidth > current.clientWidth + 1),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [items.length]);
  if (data !== undefined && items.length === 0 && !awaited) return null;

  return (
    <section className={classes.shelf} aria-labelledby={heading} aria-busy={data === undefined}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {titleLink === undefined ? title : <Link {...titleLink}>{title}</Link>}
        </h2>
        {overflows && data !== undefined && <Arrows track={track} title={title} />}
      </div>
      {isError && data === undefined ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <ul ref={track} className={classes.track} data-wide={wide || undefined}>
          {items.length > 0 && <Cards items={items} card={card} />}
          {items.length === 0 && <Blanks wide={wide} />}
        </ul>
      )}
    </section>
  );
};

/**
 * Whether shelves wait for each other: all appear together once each has its data, so that none moves, because an
 * empty one is hidden. One that failed is requested again when it appears, so it is not waited for.
 */
export const areShelvesPending = (
  queries: readonly { isPending: boolean; isFetched: boolean }[],
): boolean => queries.some(({ isPending, isFetched }) => isPending && !isFetched);

/** A shelf whose books are not known yet. */
export const ShelfSkeleton = ({ title, wide }: { title: string; wide: boolean }) => (
  <section className={classes.shelf} aria-label={title} aria-busy>
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
    </div>
    <ul className={classes.track} data-wide={wide || undefined}>
      <Blanks wide={wide} />
    </ul>
  </section>
);

const Blanks = ({ wide }: { wide: boolean }) =>
  [1, 2, 3, 4, 5, 6].map((key) => (
    <li key={key}>{wide ? <span className={classes.blank} /> : <CoverCardSkeleton />}</li>
  ));

/** Number of cards rendered first, enough for a wide window. */
const atFirst = 9;

/** Renders the visible cards first, and the others when idle. */
const Cards = <T extends { id: string }>({
  items,
  card,
}: {
  items: readonly T[];
  card: (item: T) => ReactNode;
}) =>
  useDeferredValue(items, items.slice(0, atFirst)).map((item) => (
    <li key={item.id}>{card(item)}</li>
  ));

const Arrows = ({ track, title }: { track: RefObject<HTMLUListElement | null>; title: string }) => {
  const { t } = useTranslation('home');
  const scroll = (direction: 1 | -1) => {
    const width = track.current?.clientWidth ?? 0;
    track.current?.scrollBy({ left: direction * width * 0.85, behavior: 'smooth' });
  };
  return (
    <div className={classes.arrows}>
      <ActionIcon aria-label={t('scrollBack', { title })} onClick={() => scroll(-1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('scrollOn', { title })} onClick={() => scroll(1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  );
};
