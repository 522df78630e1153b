import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../shell/shell.module.css';
import type { BookPlace } from './engine/book-engine.ts';
import type { ReadingPace } from './reading-pace.ts';
import type { EpubSettings } from './style-of.ts';

interface EpubFooterProps {
  place: BookPlace;
  /** Pages of the book. */
  total: number;
  parts: EpubSettings['footer'];
  pace: ReadingPace;
}

/** Reading progress below the text. */
export const EpubFooter = ({ place, total, parts, pace }: EpubFooterProps) => {
  const { t } = useTranslation('text');
  const { locations, title } = place.locator;
  const position = locations.position ?? 1;
  const percent = place.isLast ? 100 : Math.floor((locations.totalProgression ?? 0) * 100);
  const minutes = pace.minutesFor(Math.max(0, total - position));
  const shown = new Set(parts);
  const left = [
    shown.has('percent') && t('percent', { percent }),
    shown.has('page') && t('pageOf', { page: position, total }),
  ].filter(Boolean);
  const right = [
    shown.has('chapter-left') &&
      place.screensLeft !== null &&
      t('chapterLeft', { count: place.screensLeft }),
    shown.has('time-left') && !place.isLast && timeLeft(t, minutes),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <div className={classes.footer} data-footer>
      <span>{left.join(' · ')}</span>
      <span className={classes.chapter}>{title}</span>
      <span>
        {right.join(' · ')}
        {shown.has('clock') && (
          <>
            {right.length > 0 && ' · '}
            <Clock />
          </>
        )}
      </span>
    </div>
  );
};

const timeLeft = (t: ReturnType<typeof useTranslation<'text'>>['t'], minutes: number): string =>
  minutes < 60
    ? t('minutesLeft', { count: minutes })
    : t('hoursLeft', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });

const Clock = () => {
  const { locale } = useLocale();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <time>{now.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' })}</time>;
};
