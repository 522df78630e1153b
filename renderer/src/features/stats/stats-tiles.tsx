import { useTranslation } from 'react-i18next';

import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './stats.module.css';

/** Key figures. */
export const StatsTiles = ({ stats }: { stats: ReadingStats }) => {
  const { t } = useTranslation('stats');
  const { duration, number } = useLocale();
  const tiles = [
    ['time', duration(stats.reading_seconds * 1000)],
    ['pages', number(stats.pages_read)],
    ['completed', number(stats.books_completed)],
    ['started', number(stats.books_started)],
    ['streak', t('days', { count: stats.current_streak_days })],
    ['longest', t('days', { count: stats.longest_streak_days })],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`tiles.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
