import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../shared/api/books.ts';
import { BarButton } from '../reader/bar-button.tsx';
import classes from '../reader/bars.module.css';
import { PageInput } from '../reader/page-input.tsx';
import { PageSlider } from '../reader/page-slider.tsx';
import type { PdfCommand } from './use-pdf-commands.ts';
import own from './pdf-reader.module.css';

interface PdfBottomBarProps {
  book: FullBook;
  page: number;
  count: number;
  /** What the document calls the page; null where that is its number. */
  label: string | null;
  scale: number;
  run: (command: PdfCommand) => void;
  onPage: (page: number) => void;
}

/** Where in the document one is, the ways to other places, and how large it is shown. */
export const PdfBottomBar = (props: PdfBottomBarProps) => {
  const { book, page, count, label, scale, run, onPage } = props;
  const { t } = useTranslation(['reader', 'pdf']);
  return (
    <div className={classes.bottom} role="toolbar" aria-label={t('toolbar.bottom')}>
      <BarButton
        label={t('book.previous')}
        icon={IconPlayerSkipBack}
        isDisabled={book.previous_id === null}
        isSecondary
        onClick={() => run('previous-book')}
      />
      <BarButton
        label={t('page.previous')}
        icon={IconChevronLeft}
        onClick={() => run('turn-left')}
      />
      <span className={classes.position}>
        <PageInput page={page} onGo={onPage} />
        <span aria-hidden>/ {count}</span>
        {label !== null && (
          <span className={own.label} title={t('pdf:label', { label })}>
            {label}
          </span>
        )}
      </span>
      <PageSlider bookId={book.id} page={page} count={count} onGo={onPage} />
      <BarButton label={t('page.next')} icon={IconChevronRight} onClick={() => run('turn-right')} />
      <BarButton
        label={t('pdf:zoom.out')}
        icon={IconZoomOut}
        isSecondary
        onClick={() => run('size-down')}
      />
      <button
        type="button"
        className={own.scale}
        title={t('pdf:zoom.reset')}
        aria-label={t('pdf:zoom.resetFrom', { percent: Math.round(scale * 100) })}
        onClick={() => run('size-reset')}
      >
        {t('percent', { percent: Math.round(scale * 100) })}
      </button>
      <BarButton
        label={t('pdf:zoom.in')}
        icon={IconZoomIn}
        isSecondary
        onClick={() => run('size-up')}
      />
      <BarButton
        label={t('book.next')}
        icon={IconPlayerSkipForward}
        isDisabled={book.next_id === null}
        isSecondary
        onClick={() => run('next-book')}
      />
    </div>
  );
};
