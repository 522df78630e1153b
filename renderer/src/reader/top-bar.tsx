import {
  IconArrowsMaximize,
  IconBookmark,
  IconBookmarkFilled,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutGrid,
  IconList,
  IconSettings,
  IconSpy,
  IconX,
} from '@tabler/icons-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';

import { openShortcutSheet } from '../commands/sheet-store.ts';
import { BarButton } from './bar-button.tsx';
import classes from './bars.module.css';
import { isLoose, TopBarExtra } from './loose.ts';
import { useReader } from './reader-context.tsx';
import { readingPlace } from './reader-store.ts';
import { useSeriesPercent } from './series-share.ts';
import type { RunCommand } from './use-commands.ts';
import { canFillScreen } from './fullscreen.ts';

interface TopBarProps {
  run: RunCommand;
  /** Null for people who may not keep bookmarks. */
  marked: readonly number[] | null;
}

/** Close, what is being read and how far, and what can be opened beside it. */
export const TopBar = ({ run, marked }: TopBarProps) => {
  const { t } = useTranslation('reader');
  const extra = use(TopBarExtra);
  const book = useReader((state) => state.book);
  const panel = useReader((state) => state.panel);
  const isIncognito = useReader((state) => state.isIncognito);
  const percent = useReader((state) =>
    Math.round((readingPlace(state) / state.pages.length) * 100),
  );

  const series = useSeriesPercent();
  const isMarked = useReader((state) => marked?.includes(state.page) ?? false);

  return (
    <div className={classes.top} role="toolbar" aria-label={t('toolbar.top')}>
      <BarButton label={t('close')} icon={IconX} onClick={() => run('leave')} />
      <div className={classes.title}>
        <strong>{book.title}</strong>
        <span>
          {t('percent', { percent })} ·{' '}
          {series === null
            ? book.series_name
            : t('seriesPercent', { series: book.series_name, percent: series })}
        </span>
      </div>
      {isIncognito && <span className={classes.badge}>{t('incognito.on')}</span>}
      <BarButton
        label={t('incognito.toggle')}
        icon={IconSpy}
        isPressed={isIncognito}
        isSecondary
        onClick={() => run('incognito')}
      />
      {extra}
      <BarButton
        label={t(isLoose(book) ? 'bookmark.title' : 'contents.title')}
        icon={IconList}
        isPressed={panel === 'chapters'}
        onClick={() => run('chapters')}
      />
      {marked && (
        <BarButton
          label={t('bookmark.toggle')}
          icon={isMarked ? IconBookmarkFilled : IconBookmark}
          isPressed={isMarked}
          onClick={() => run('bookmark')}
        />
      )}
      <BarButton
        label={t('thumbnails.title')}
        icon={IconLayoutGrid}
        isPressed={panel === 'thumbnails'}
        onClick={() => run('thumbnails')}
      />
      <BarButton
        label={t('info.title')}
        icon={IconInfoCircle}
        isPressed={panel === 'info'}
        isSecondary
        onClick={() => run('info')}
      />
      <BarButton
        label={t('shortcuts')}
        icon={IconKeyboard}
        isSecondary
        onClick={openShortcutSheet}
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
        label={t('settings.open')}
        icon={IconSettings}
        isPressed={panel === 'settings'}
        onClick={() => run('settings')}
      />
    </div>
  );
};
