import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { BarButton } from '../shell/bar-button.tsx';
import type { OpenedBook } from '../shell/opened-book.ts';
import { PageBar } from '../shell/page-bar.tsx';
import type { RunCommand } from '../shell/reader-commands.ts';
import classes from './pdf-reader.module.css';

interface PdfBottomBarProps {
  book: OpenedBook;
  page: number;
  count: number;
  isReversed: boolean;
  /** The document's label of the page; null if it is the page number. */
  label: string | null;
  scale: number;
  run: RunCommand<'pdf'>;
  onPage: (page: number) => void;
}

/** Position in the document, navigation to other pages, and zoom. */
export const PdfBottomBar = (props: PdfBottomBarProps) => {
  const { label, scale, run, ...pages } = props;
  const { t } = useTranslation(['reader', 'pdf']);
  const percent = Math.round(scale * 100);
  return (
    <PageBar
      {...pages}
      run={run}
      isCrowded
      onTurn={(step) => run(step > 0 === pages.isReversed ? 'turn-left' : 'turn-right')}
      label={
        label !== null && (
          <span className={classes.label} title={t('pdf:label', { label })}>
            {label}
          </span>
        )
      }
      after={
        <>
          <BarButton
            label={t('pdf:zoom.out')}
            icon={IconZoomOut}
            isSecondary
            onClick={() => run('size-down')}
          />
          <button
            type="button"
            className={classes.scale}
            title={t('pdf:zoom.reset')}
            aria-label={t('pdf:zoom.resetFrom', { percent })}
            onClick={() => run('size-reset')}
          >
            {t('percent', { percent })}
          </button>
          <BarButton
            label={t('pdf:zoom.in')}
            icon={IconZoomIn}
            isSecondary
            onClick={() => run('size-up')}
          />
        </>
      }
    />
  );
};
