import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { useCan } from '../../api/session-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useFormatName } from '../../ui/text/use-format-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { readingsQuery } from '../readings/queries.ts';
import { isYear } from '../series/next-book.ts';
import classes from './book-page.module.css';

/** How often and when the person has finished a book; null for never. */
const useFinished = ({ id, progress }: FullBook): string | null => {
  const { t } = useTranslation('book');
  const { date } = useLocale();
  const canSee = useCan('progress-read');
  const { data } = useQuery({
    ...readingsQuery(id, 1),
    enabled: canSee && progress !== null,
  });
  const finished = (data?.data ?? []).flatMap(({ finished_at }) => finished_at ?? []);
  const last = progress?.completed_at ?? finished[0] ?? null;
  if (last === null) return null;
  // The readings of further pages are finished: only the newest one can go on.
  const count = (data?.total ?? 0) - (data?.data.length ?? 0) + finished.length;
  return count < 2 ? date(last) : t('readings.times', { count, date: date(last) });
};

/** Facts about the file. */
export const BookFacts = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const { bytes, date, language, number } = useLocale();
  const formatName = useFormatName();
  const volume = (value: number) => (isYear(value) ? String(value) : number(value));
  const facts: [string, string | null][] = [
    [t('facts.format'), formatName(book.format)],
    [t('facts.size'), bytes(book.file_size)],
    [t('facts.pages'), book.page_count > 0 ? number(book.page_count) : null],
    [t('facts.number'), book.number === null ? null : number(book.number)],
    [t('facts.volume'), book.volume === null ? null : volume(book.volume)],
    [t('facts.chapter'), book.chapter === null ? null : number(book.chapter)],
    [t('facts.released'), book.release_date === null ? null : date(book.release_date)],
    [t('facts.language'), book.language === null ? null : language(book.language)],
    [t('facts.added'), date(book.created_at)],
    [t('facts.changed'), date(book.file_modified_at)],
    [t('facts.checked'), book.checked_at === null ? null : date(book.checked_at)],
    [t('facts.started'), book.progress === null ? null : date(book.progress.started_at)],
    [t('facts.finished'), useFinished(book)],
  ];
  return (
    <section className={classes.section} aria-label={t('file')}>
      <h2 className={classes.heading}>{t('file')}</h2>
      <FactList className={classes.facts} facts={facts}>
        <div data-wide>
          <dt>{t('facts.path')}</dt>
          <dd className={classes.path}>
            {book.path} <CopyButton text={book.path} what={t('facts.path')} />
          </dd>
        </div>
      </FactList>
    </section>
  );
};
