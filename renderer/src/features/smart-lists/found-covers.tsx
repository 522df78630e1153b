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

const SeriesCover = ({ id }: { id: string }) => <Cover src={useSeriesCover(id)} title="" />;

const BookCover = ({ id }: { id: string }) => <Cover src={useBookCover(id)} title="" />;
