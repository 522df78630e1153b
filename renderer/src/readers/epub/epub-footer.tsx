import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../shell/shell.module.css';
import type { BookPosition } from './engine/book-engine.ts';
import type { ReadingPace } from './reading-pace.ts';
import { footerOpacity, type EpubSettings } from './style-of.ts';

interface EpubFooterProps {
  position: BookPosition;
  /** The entry of the contents that is read. */
  chapter: string | undefined;
  /** Pages of the book. */
  total: number;
  parts: EpubSettings['footer'];
  pace: ReadingPace;
}

/** Reading progress below the text. */
export const EpubFooter = (props: EpubFooterProps) => {
  const { position, chapter, total, parts, pace } = props;
  const { t } = useTranslation('text');
  const { locations, title } = position.locator;
  const page = locations.position ?? 1;
  const percent = position.isLast ? 100 : Math.floor((locations.totalProgression ?? 0) * 100);
  const minutes = pace.minutesFor(Math.max(0, total - page));
  const shown = new Set(parts);
  const left = [
    shown.has('percent') && t('percent', { percent }),
    shown.has('page') && t('pageOf', { page, total }),
  ].filter(Boolean);
  const right = [
    shown.has('chapter-left') &&
      position.screensLeft !== null &&
      t('chapterLeft', { count: position.screensLeft }),
    shown.has('time-left') && !position.isLast && timeLeft(t, minutes),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <div className={classes.footer} style={{ opacity: footerOpacity }} data-footer>
      <span>{left.join(' · ')}</span>
      <span className={classes.chapter}>{chapter ?? title}</span>
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
