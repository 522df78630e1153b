import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { isYear } from '../series/next-book.ts';
import classes from './book-page.module.css';

/** Facts about the file. */
export const BookFacts = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const { bytes, date, language, number } = useLocale();
  const volume = (value: number) => (isYear(value) ? String(value) : number(value));
  const facts: [string, string | null][] = [
    [t('facts.format'), book.format.toUpperCase()],
    [t('facts.size'), bytes(book.file_size)],
    [t('facts.pages'), book.page_count > 0 ? number(book.page_count) : null],
    [t('facts.number'), book.number === null ? null : number(book.number)],
    [t('facts.volume'), book.volume === null ? null : volume(book.volume)],
    [t('facts.chapter'), book.chapter === null ? null : number(book.chapter)],
    [t('facts.released'), book.release_date === null ? null : date(book.release_date)],
    [t('facts.language'), book.language === null ? null : language(book.language)],
    [t('facts.added'), date(book.created_at)],
    [t('facts.changed'), date(book.file_modified_at)],
    [t('facts.started'), book.progress === null ? null : date(book.progress.started_at)],
    [
      t('facts.finished'),
      typeof book.progress?.completed_at === 'string' ? date(book.progress.completed_at) : null,
    ],
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
