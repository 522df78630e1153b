import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PageButtons } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { reviewsPerPage, reviewsQuery, type Rateable } from './queries.ts';
import classes from './ratings.module.css';

/** Ratings and reviews that others share. */
export const Reviews = ({ kind, id }: Rateable) => {
  const { t } = useTranslation('ratings');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(reviewsQuery({ kind, id }, page));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <span data-awaited />;
  return (
    <>
      <ul className={classes.reviews} aria-label={t('shared')}>
        {data.data.map(({ username, rating, review, rated_at }) => (
          <li key={username}>
            <ReviewText heading={username} rating={rating} text={review} ratedAt={rated_at} />
          </li>
        ))}
      </ul>
      <PageButtons page={page} pages={Math.ceil(data.total / reviewsPerPage)} onPage={setPage} />
    </>
  );
};

interface ReviewTextProps {
  heading: string;
  rating: number | null;
  text: string | null;
  /** ISO 8601. */
  ratedAt: string;
}

export const ReviewText = ({ heading, rating, text, ratedAt }: ReviewTextProps) => {
  const { t } = useTranslation('ratings');
  const { date } = useLocale();
  const facts = [heading, rating === null ? null : t('of', { rating }), date(ratedAt)];
  return (
    <figure className={classes.review}>
      <figcaption className={classes.quiet}>
        {facts.filter((fact) => fact !== null).join(' · ')}
      </figcaption>
      {text !== null && <blockquote>{text}</blockquote>}
    </figure>
  );
};
