import {
  IconBookmark,
  IconBookmarkFilled,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutGrid,
  IconList,
  IconTextRecognition,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { openShortcutSheet } from '../../../commands/sheet-store.ts';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import type { RunCommand } from '../../shell/reader-commands.ts';
import type { BarItem } from '../../shell/top-bar.tsx';
import { useHasPageText } from '../stage/page-text.tsx';
import { useReader } from '../store/reader-context.tsx';
import { currentPage } from '../store/reader-store.ts';
import { useSeriesPercent } from '../store/series-share.ts';

/** Buttons of the comic reader; `marked` are the bookmarked pages, null without the permission. */
export const useComicBarItems = (
  run: RunCommand<'comic'>,
  marked: readonly number[] | null,
): readonly BarItem[] => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const panel = useReader((state) => state.panel);
  const isMarked = useReader((state) => marked?.includes(state.page) ?? false);
  const hasText = useHasPageText();
  const isTextShown = useReader((state) => state.settings.page_text);
  const pageText: BarItem = {
    label: t('settings.page_text.label'),
    icon: IconTextRecognition,
    isPressed: isTextShown,
    onClick: () => run('page-text'),
  };
  const panelItem = (
    name: 'chapters' | 'thumbnails' | 'info',
    label: string,
    icon: BarItem['icon'],
  ): BarItem => ({ label, icon, isPressed: panel === name, onClick: () => run(name) });
  const bookmark: BarItem = {
    label: t('bookmark.toggle'),
    icon: isMarked ? IconBookmarkFilled : IconBookmark,
    isPressed: isMarked,
    onClick: () => run('bookmark'),
  };
  const contents = t(isStandaloneFile(book) ? 'bookmark.title' : 'contents.title');
  return [
    panelItem('chapters', contents, IconList),
    ...(marked ? [bookmark] : []),
    ...(hasText ? [pageText] : []),
    panelItem('thumbnails', t('thumbnails.title'), IconLayoutGrid),
    { ...panelItem('info', t('info.title'), IconInfoCircle), isSecondary: true },
    { label: t('shortcuts'), icon: IconKeyboard, isSecondary: true, onClick: openShortcutSheet },
  ];
};

/** How far the book is read, and its series. */
export const useComicSubtitle = (): string => {
  const { t } = useTranslation('reader');
  const name = useReader((state) => state.book.series_name);
  const percent = useReader((state) => Math.round((currentPage(state) / state.pages.length) * 100));
  const read = useSeriesPercent();
  const series = read === null ? name : t('seriesPercent', { series: name, percent: read });
  return `${t('percent', { percent })} · ${series}`;
};
