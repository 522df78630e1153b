import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { withTranslations } from '../../locales/with-translations.ts';
import { usePositionConflict } from '../reading-positions/use-position-conflict.ts';
import { ReadBar } from '../../ui/cover/read-bar.tsx';
import classes from './continue-card.module.css';
import { homePreference, withHiddenCard } from './home-preference.ts';
import { minutesLeft, paceKindOf, readingPaceQuery } from './reading-pace.ts';

const CardPositionConflict = lazyPart(async () => ({
  default: (await withTranslations(import('../reading-positions/position-conflict.tsx')))
    .CardPositionConflict,
}));

/** A book in progress; one click resumes it. */
export const ContinueCard = ({ book }: { book: Book }) => {
  const { t } = useTranslation(['home', 'common']);
  const { ago } = useLocale();
  const { data: pace } = useQuery(readingPaceQuery());
  const [home, change] = useUserPreference(homePreference);
  const question = usePositionConflict(book.id);
  const page = book.progress?.current_page ?? 1;
  const left = minutesLeft(book.page_count - page, pace?.[paceKindOf(book.format)] ?? null);
  const hide = () => {
    void change({ ...home, cards: withHiddenCard(home.cards, 'continue', book.id) });
    offerUndo({ text: t('hidden', { title: book.title }), undo: () => change(home) });
  };
  return (
    <div className={classes.place}>
      <Link to="/read/$bookId" params={{ bookId: book.id }} className={classes.card}>
        <span className={classes.cover}>
          <Cover
            src={useBookCover(book)}
            title={book.title}
            author={book.writers.join(', ')}
            ratio={book.cover_ratio}
          />
        </span>
        <span className={classes.text}>
          <span className={classes.title}>{book.title}</span>
          {book.series_name !== book.title && (
            <span className={classes.series}>{book.series_name}</span>
          )}
          <span className={classes.foot}>
            {book.progress !== null && <span>{ago(book.progress.updated_at)}</span>}
            <span>
              {t('common:state.pageOf', { page, pages: book.page_count })}
              {left !== null && <> · {t('minutesLeft', { count: left })}</>}
            </span>
            <ReadBar fraction={book.progress?.percentage ?? 0} isWide />
          </span>
        </span>
      </Link>
      <ActionIcon
        className={classes.hide}
        size={26}
        aria-label={t('hide', { title: book.title })}
        data-hint={t('hideHint')}
        onClick={hide}
      >
        <IconX size={15} />
      </ActionIcon>
      {question !== undefined && <CardPositionConflict question={question} />}
    </div>
  );
};
