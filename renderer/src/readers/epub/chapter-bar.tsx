import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from '../shell/bar-button.tsx';
import classes from '../shell/bars.module.css';
import { focusPages } from '../shell/focus-pages.ts';
import type { RunCommand } from '../shell/reader-commands.ts';
import type { BookPosition } from './engine/book-engine.ts';
import type { Positions } from './engine/locator.ts';

interface ChapterBarProps {
  positions: Positions;
  position: BookPosition | null;
  isRtl: boolean;
  run: RunCommand<'epub'>;
  onPage: (page: number) => void;
}

/** Previous and next chapter, and a slider over all pages. */
export const ChapterBar = ({ positions, position, isRtl, run, onPage }: ChapterBarProps) => {
  const { t } = useTranslation('text');
  const { total } = positions;
  const page = position?.isLast ? total : (position?.locator.locations.position ?? 1);
  // While dragged, the slider is ahead of the book.
  const [drawn, setDrawn] = useState<number | null>(null);
  const shown = drawn ?? page;
  const finish = () => {
    if (drawn !== null) onPage(drawn);
    setDrawn(null);
  };
  return (
    <div
      className={classes.bottom}
      role="toolbar"
      aria-label={t('toolbar.bottom')}
      dir={isRtl ? 'rtl' : 'ltr'}
    >
      <BarButton
        label={t('chapter.previous')}
        icon={IconChevronsLeft}
        onClick={() => run('previous-chapter')}
      />
      <div className={classes.slider}>
        <input
          type="range"
          aria-label={t('slider')}
          aria-valuetext={t('pageOf', { page: shown, total })}
          min={1}
          max={total}
          value={shown}
          onChange={({ target }) => setDrawn(Number(target.value))}
          onPointerUp={() => {
            finish();
            // The next key press would make the focus visible and keep hidden bars shown.
            focusPages();
          }}
          onKeyUp={finish}
          onBlur={finish}
        />
      </div>
      <span className={classes.position}>{t('pageOf', { page: shown, total })}</span>
      <BarButton
        label={t('chapter.next')}
        icon={IconChevronsRight}
        onClick={() => run('next-chapter')}
      />
    </div>
  );
};
