import type { SmartListTarget } from '../../../../shared/api/smart-lists.ts';
import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import classes from './smart-lists.module.css';

interface FoundCoversProps {
  target: SmartListTarget;
  ids: readonly string[];
}

/** Decorative covers of the first results. */
export const FoundCovers = ({ target, ids }: FoundCoversProps) => (
  <span className={classes.covers} aria-hidden>
    {ids.map((id) => (
      <span key={id}>{target === 'series' ? <SeriesCover id={id} /> : <BookCover id={id} />}</span>
    ))}
  </span>
);

const SeriesCover = (series: { id: string }) => <Cover src={useSeriesCover(series)} title="" />;

const BookCover = (book: { id: string }) => <Cover src={useBookCover(book)} title="" />;
