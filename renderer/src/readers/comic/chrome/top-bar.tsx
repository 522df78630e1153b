import {
  IconBookmark,
  IconBookmarkFilled,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutGrid,
  IconList,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { openShortcutSheet } from '../../../commands/sheet-store.ts';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import { TopBar, type BarItem } from '../../shell/top-bar.tsx';
import type { RunCommand } from '../input/use-comic-commands.ts';
import { useReader } from '../store/reader-context.tsx';
import { readingPlace } from '../store/reader-store.ts';
import { useSeriesPercent } from '../store/series-share.ts';

interface ComicTopBarProps {
  run: RunCommand;
  /** Bookmarked pages; null if the user lacks the permission. */
  marked: readonly number[] | null;
}

/** The upper bar with what the comic reader adds to it. */
export const ComicTopBar = ({ run, marked }: ComicTopBarProps) => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const panel = useReader((state) => state.panel);
  const isIncognito = useReader((state) => state.isIncognito);
  const percent = useReader((state) =>
    Math.round((readingPlace(state) / state.pages.length) * 100),
  );
  const series = useSeriesPercent();
  const isMarked = useReader((state) => marked?.includes(state.page) ?? false);

  const panelItem = (
    name: 'chapters' | 'thumbnails' | 'info',
    item: Pick<BarItem, 'label' | 'icon'>,
  ) => ({
    ...item,
    isPressed: panel === name,
    onClick: () => run(name),
  });
  const bookmark: BarItem = {
    label: t('bookmark.toggle'),
    icon: isMarked ? IconBookmarkFilled : IconBookmark,
    isPressed: isMarked,
    onClick: () => run('bookmark'),
  };
  const contents = t(isStandaloneFile(book) ? 'bookmark.title' : 'contents.title');
  return (
    <TopBar
      title={book.title}
      subtitle={`${t('percent', { percent })} · ${
        series === null
          ? book.series_name
          : t('seriesPercent', { series: book.series_name, percent: series })
      }`}
      isIncognito={isIncognito}
      areSettingsOpen={panel === 'settings'}
      items={[
        panelItem('chapters', { label: contents, icon: IconList }),
        ...(marked ? [bookmark] : []),
        panelItem('thumbnails', { label: t('thumbnails.title'), icon: IconLayoutGrid }),
        {
          ...panelItem('info', { label: t('info.title'), icon: IconInfoCircle }),
          isSecondary: true,
        },
        {
          label: t('shortcuts'),
          icon: IconKeyboard,
          isSecondary: true,
          onClick: openShortcutSheet,
        },
      ]}
      run={run}
    />
  );
};
