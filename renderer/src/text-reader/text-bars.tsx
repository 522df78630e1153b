import {
  IconArrowsMaximize,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronsLeft,
  IconChevronsRight,
  IconHighlight,
  IconList,
  IconSearch,
  IconSettings,
  IconSpy,
  IconX,
} from '@tabler/icons-react';
import { use, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../shared/api/books.ts';
import type { BookPlace } from '../books/book-engine.ts';
import { BarButton } from '../reader/bar-button.tsx';
import classes from '../reader/bars.module.css';
import { canFillScreen } from '../reader/fullscreen.ts';
import { TopBarExtra } from '../reader/loose.ts';
import type { TextBook } from './load-text.ts';
import type { Panel, RunTextCommand } from './use-text-commands.ts';

/** What both readers of text can be told from the bar. */
type TopCommand = Panel | 'leave' | 'bookmark' | 'incognito' | 'fullscreen';

interface TopBarProps {
  book: FullBook;
  place: BookPlace | null;
  panel: string | null;
  isIncognito: boolean;
  mayMark: boolean;
  isBookmarked: boolean;
  run: (command: TopCommand) => void;
  /** More of it, between the marks and the settings. */
  children?: ReactNode;
}

/** Close, what is being read and how far, and what can be opened beside it. */
export const TextTopBar = (props: TopBarProps) => {
  const { book, place, panel, isIncognito, mayMark, isBookmarked, run, children } = props;
  const { t } = useTranslation('text');
  const extra = use(TopBarExtra);
  const percent = place?.isLast
    ? 100
    : Math.floor((place?.locator.locations.totalProgression ?? 0) * 100);
  return (
    <div className={classes.top} role="toolbar" aria-label={t('toolbar.top')}>
      <BarButton label={t('close')} icon={IconX} onClick={() => run('leave')} />
      <div className={classes.title}>
        <strong>{book.title}</strong>
        <span>
          {book.series_name !== book.title && `${book.series_name} · `}
          {t('percent', { percent })}
        </span>
      </div>
      {isIncognito && <span className={classes.badge}>{t('incognitoOn')}</span>}
      {extra}
      <BarButton
        label={t('contents.title')}
        icon={IconList}
        isPressed={panel === 'contents'}
        onClick={() => run('contents')}
      />
      <BarButton
        label={t('find.title')}
        icon={IconSearch}
        isPressed={panel === 'find'}
        onClick={() => run('find')}
      />
      {mayMark && (
        <BarButton
          label={t(isBookmarked ? 'bookmark.remove' : 'bookmark.add')}
          icon={isBookmarked ? IconBookmarkFilled : IconBookmark}
          isPressed={isBookmarked}
          onClick={() => run('bookmark')}
        />
      )}
      <BarButton
        label={t('marks.title')}
        icon={IconHighlight}
        isPressed={panel === 'marks'}
        onClick={() => run('marks')}
      />
      {children}
      <BarButton
        label={t('incognito')}
        icon={IconSpy}
        isPressed={isIncognito}
        isSecondary
        onClick={() => run('incognito')}
      />
      {canFillScreen() && (
        <BarButton
          label={t('fullscreen')}
          icon={IconArrowsMaximize}
          isSecondary
          onClick={() => run('fullscreen')}
        />
      )}
      <BarButton
        label={t('settingsTitle')}
        icon={IconSettings}
        isPressed={panel === 'settings'}
        onClick={() => run('settings')}
      />
    </div>
  );
};

interface BottomBarProps {
  text: TextBook;
  place: BookPlace | null;
  isRtl: boolean;
  run: RunTextCommand;
  onPage: (page: number) => void;
}

/** Chapters before and behind, and the way to any page. */
export const TextBottomBar = ({ text, place, isRtl, run, onPage }: BottomBarProps) => {
  const { t } = useTranslation('text');
  const { total } = text.positions;
  const page = place?.isLast ? total : (place?.locator.locations.position ?? 1);
  // While the slider is drawn it is ahead of the book.
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
          onPointerUp={({ currentTarget }) => {
            finish();
            // The next key would make its focus visible, which keeps hidden bars in sight.
            currentTarget.blur();
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
