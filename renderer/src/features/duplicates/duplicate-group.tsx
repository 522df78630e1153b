import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { DuplicateGroup as Group } from '../../../../shared/api/duplicates.ts';
import { bookCoverUrl } from '../../api/cover-urls.ts';
import { useCan } from '../../api/session-store.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useFormatName } from '../../ui/text/use-format-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './duplicates.module.css';
import { CopyActions } from './copy-actions.tsx';
import { bestFirst, type CopyMark, copyMarks } from './copy-marks.ts';
import { useDismissDuplicates } from './queries.ts';

/** Copies shown at first, and with each press of the button: thousands would stop the page. */
const step = 24;

/** Duplicates side by side, to compare them. */
export const DuplicateGroup = ({ group }: { group: Group }) => {
  const { t } = useTranslation('duplicates');
  const { bytes } = useLocale();
  const heading = useId();
  const dismiss = useDismissDuplicates();
  const canDismiss = useCan('books-delete');
  const copies = bestFirst(group.books);
  const marks = copyMarks(copies);
  const [shown, setShown] = useState(step);
  const left = copies.length - shown;
  return (
    <section className={classes.group} aria-labelledby={heading}>
      <header className={classes.head}>
        <div>
          <h2 id={heading}>{copies[0]?.title}</h2>
          <p>
            {t(`match.${group.match}`, { count: group.book_count })} ·{' '}
            {t('wasted', { size: bytes(group.wasted_bytes) })}
          </p>
        </div>
        {canDismiss && (
          <Button
            size="compact-md"
            variant="default"
            loading={dismiss.isPending}
            aria-label={t('dismissOf', { title: copies[0]?.title })}
            onClick={() => dismiss.mutate(group)}
          >
            {t('dismiss')}
          </Button>
        )}
      </header>
      <ul className={classes.books}>
        {copies.slice(0, shown).map((book) => (
          <DuplicateBook key={book.id} book={book} marks={marks.get(book.id) ?? []} />
        ))}
      </ul>
      {left > 0 && (
        <Button
          className={classes.more}
          variant="default"
          size="compact-md"
          onClick={() => setShown(shown + step)}
        >
          {t('more', { count: Math.min(left, step) })}
        </Button>
      )}
    </section>
  );
};

const DuplicateBook = ({ book, marks }: { book: Book; marks: readonly CopyMark[] }) => {
  const { t } = useTranslation(['duplicates', 'common']);
  const { bytes, date, number } = useLocale();
  const formatName = useFormatName();
  const { progress } = book;
  const facts = [
    [t('fact.library'), book.library_name],
    [t('fact.series'), book.series_name],
    [t('fact.format'), formatName(book.format)],
    [t('fact.pages'), number(book.page_count)],
    [t('fact.size'), bytes(book.file_size)],
    [t('fact.added'), date(book.created_at)],
    [
      t('fact.read'),
      progress === null
        ? t('unread')
        : progress.is_completed
          ? t('finished')
          : t('page', { page: progress.current_page }),
    ],
  ] as const;
  return (
    <li className={classes.book}>
      <Link
        className={classes.cover}
        to="/book/$bookId"
        params={{ bookId: book.id }}
        aria-label={t('open', { title: book.title })}
      >
        <Cover src={bookCoverUrl(book)} title={book.title} ratio={book.cover_ratio} />
      </Link>
      {marks.length > 0 && (
        <ul className={classes.marks}>
          {marks.map((mark) => (
            <li key={mark} data-mark={mark}>
              {t(`mark.${mark}`)}
            </li>
          ))}
        </ul>
      )}
      <FactList className={classes.facts} facts={facts} />
      <div className={classes.foot}>
        <FactList className={classes.facts} facts={[[t('fact.path'), book.path]]} />
        <CopyActions book={book} />
      </div>
    </li>
  );
};
