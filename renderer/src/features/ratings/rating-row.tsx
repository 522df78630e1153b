import '@mantine/core/styles/Rating.layer.css';

import { Button, Rating } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ratingQuery, useRate, type Rateable } from './queries.ts';
import classes from './ratings.module.css';
import { ReviewDialog } from './review-dialog.tsx';
import { Reviews, ReviewText } from './reviews.tsx';

/** The person's own rating and review of a series or book, and those that others share. */
export const RatingRow = ({ kind, id }: Rateable) => {
  const { t } = useTranslation('ratings');
  const { number } = useLocale();
  const canSee = useCan('progress-read');
  const canRate = useCan('progress-write');
  const { data } = useQuery({ ...ratingQuery({ kind, id }), enabled: canSee });
  const rate = useRate({ kind, id });
  const [isWriting, setWriting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!canSee) return null;
  const { own = null, average = null, count = 0, review_count: others = 0 } = data ?? {};
  const review = own?.review ?? null;
  // Shows the choice before the server answers.
  const rating = (rate.isPending ? rate.variables.rating : undefined) ?? own?.rating ?? null;
  return (
    <section className={classes.ratings} aria-label={t('title')}>
      <div className={classes.row}>
        <Rating
          role="radiogroup"
          aria-label={t('own')}
          value={(rating ?? 0) / 2}
          fractions={2}
          size={24}
          color="var(--o-accent)"
          className={classes.stars}
          allowClear
          readOnly={!canRate || data === undefined}
          getSymbolLabel={(stars) => t('of', { rating: stars * 2 })}
          onChange={(stars) => rate.mutate({ rating: stars === 0 ? null : stars * 2 })}
        />
        <span className={classes.quiet}>{rating === null ? t('none') : t('of', { rating })}</span>
        {canRate && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWriting(true)}>
            {t(review === null ? 'review.write' : 'review.edit')}
          </Button>
        )}
        {others > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {average === null
              ? t('others', { count: others })
              : t('average', { count, average: number(Math.round(average * 10) / 10) })}
          </Button>
        )}
      </div>
      {own !== null && review !== null && (
        <ReviewText
          heading={t(own.is_shared ? 'review.yours' : 'review.private')}
          rating={null}
          text={review}
          ratedAt={own.rated_at}
        />
      )}
      {isOpen && <Reviews kind={kind} id={id} />}
      <ReviewDialog
        rateable={{ kind, id }}
        own={own}
        opened={isWriting}
        onClose={() => setWriting(false)}
      />
    </section>
  );
};
