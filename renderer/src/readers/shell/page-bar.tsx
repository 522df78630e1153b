import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import classes from './bars.module.css';
import { focusPages } from './focus-pages.ts';
import { neighbourOf, type OpenedBook } from './opened-book.ts';
import { PageSlider } from './page-slider.tsx';

interface PageBarProps {
  book: OpenedBook;
  page: number;
  count: number;
  /** Runs from right to left. */
  isReversed?: boolean;
  /** Too many buttons for a narrow window, which hides those of the neighbouring books. */
  isCrowded?: boolean;
  ratioAt?: (page: number) => number | null;
  onPage: (page: number) => void;
  onTurn: (step: 1 | -1) => void;
  run: (command: 'previous-book' | 'next-book') => void;
  /** Beside the number of the page. */
  label?: ReactNode;
  /** Before and after the button of the next page. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Position in the book, and buttons to other pages and books, in reading direction. */
export const PageBar = (props: PageBarProps) => {
  const { book, page, count, isReversed = false, isCrowded = false, ratioAt } = props;
  const { onPage, onTurn, run, label, before, after } = props;
  const { t } = useTranslation('reader');
  return (
    <div
      className={classes.bottom}
      role="toolbar"
      aria-label={t('toolbar.bottom')}
      dir={isReversed ? 'rtl' : 'ltr'}
    >
      <BarButton
        label={t('book.previous')}
        icon={IconPlayerSkipBack}
        isDisabled={neighbourOf(book, -1) === null}
        isSecondary={isCrowded}
        onClick={() => run('previous-book')}
      />
      <BarButton label={t('page.previous')} icon={IconChevronLeft} onClick={() => onTurn(-1)} />
      <span className={classes.position} dir="ltr">
        <PageInput page={page} onGo={onPage} />
        <span aria-hidden>/ {count}</span>
        {label}
      </span>
      <PageSlider
        page={page}
        count={count}
        isReversed={isReversed}
        {...(ratioAt === undefined ? {} : { ratioAt })}
        bookId={book.id}
        onGo={onPage}
      />
      {before}
      <BarButton label={t('page.next')} icon={IconChevronRight} onClick={() => onTurn(1)} />
      {after}
      <BarButton
        label={t('book.next')}
        icon={IconPlayerSkipForward}
        isDisabled={neighbourOf(book, 1) === null}
        isSecondary={isCrowded}
        onClick={() => run('next-book')}
      />
    </div>
  );
};

interface PageInputProps {
  page: number;
  onGo: (page: number) => void;
}

/** Page number field; Enter goes to the number typed, and Escape leaves it. */
const PageInput = ({ page, onGo }: PageInputProps) => {
  const { t } = useTranslation('reader');
  const [draft, setDraft] = useState<string | null>(null);

  return (
    <input
      data-page-input
      className={classes.input}
      inputMode="numeric"
      aria-label={t('page.goTo')}
      value={draft ?? page}
      onChange={({ target }) => setDraft(target.value.replace(/\D/g, '').slice(0, 5))}
      onFocus={({ target }) => target.select()}
      onBlur={() => setDraft(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        if (event.key === 'Enter' && draft) onGo(Number(draft));
        event.preventDefault();
        event.stopPropagation();
        setDraft(null);
        focusPages();
      }}
    />
  );
};
