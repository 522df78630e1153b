import { useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconArrowsShuffle,
  IconBookmarkOff,
  IconCheck,
  IconFolderPlus,
  IconKeyboard,
  IconLanguage,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconRefreshDot,
  IconSun,
  IconSunMoon,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { languages } from '../../../../shared/languages.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { openShortcutSheet } from '../../commands/sheet-store.ts';
import { signOut } from '../../offline/sign-out.ts';
import { useCrumbs } from '../../ui/layout/page-title.ts';
import { densities, setPreference, toggleSidebar, usePreferences } from '../../ui/preferences.ts';
import { openLibraryDialog } from '../library/manage/dialogs.ts';
import { bookQueries, seriesQueries } from '../library/view/library-query.ts';
import { useOpenRandom } from '../library/view/use-open-random.ts';
import { useStartScan } from '../scans/mutations.ts';
import { markRecords } from '../selection/mark-many.ts';
import type { Choice } from './choice.ts';

/** All actions that the user is permitted to run. */
export const useActions = (): Choice[] => {
  const { t, i18n } = useTranslation(['palette', 'common']);
  const mark = useMarkActions();
  const scans = useScanActions();
  const random = useRandomActions();
  const canAdd = useCan('libraries-write');
  const { setColorScheme } = useMantineColorScheme();
  const density = usePreferences((preferences) => preferences.density);
  const action = (id: string, label: string, icon: Icon, run: () => void): Choice => ({
    id: `action ${id}`,
    label,
    icon,
    run,
  });
  const larger = densities.find((candidate) => candidate > density);
  const smaller = densities.findLast((candidate) => candidate < density);

  return [
    ...mark.map(({ id, label, isRead, run }) =>
      action(id, label, isRead ? IconCheck : IconBookmarkOff, () => void run()),
    ),
    ...scans.map(({ id, label, isDeep, run }) =>
      action(id, label, isDeep ? IconRefreshDot : IconRefresh, run),
    ),
    ...(canAdd
      ? [
          action('add-library', t('action.addLibrary'), IconFolderPlus, () =>
            openLibraryDialog({ kind: 'add' }),
          ),
        ]
      : []),
    ...random.map(({ id, label, run }) => action(id, label, IconArrowsShuffle, () => void run())),
    action('light', t('action.light'), IconSun, () => setColorScheme('light')),
    action('dark', t('action.dark'), IconMoon, () => setColorScheme('dark')),
    action('system', t('action.system'), IconSunMoon, () => setColorScheme('auto')),
    ...(larger === undefined
      ? []
      : [
          action('larger', t('action.larger'), IconZoomIn, () =>
            setPreference({ density: larger }),
          ),
        ]),
    ...(smaller === undefined
      ? []
      : [
          action('smaller', t('action.smaller'), IconZoomOut, () =>
            setPreference({ density: smaller }),
          ),
        ]),
    action('rail', t('action.rail'), IconLayoutSidebar, toggleSidebar),
    action('shortcuts', t('action.shortcuts'), IconKeyboard, openShortcutSheet),
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) =>
        action(
          language,
          t('action.language', { language: t(`common:languages.${language}`) }),
          IconLanguage,
          () => setPreference({ language }),
        ),
      ),
    action('sign-out', t('common:profile.signOut'), IconLogout, () => void signOut()),
  ];
};

const useRandomActions = () => {
  const { t } = useTranslation('palette');
  const openSeries = useOpenRandom('series');
  const openBook = useOpenRandom('books');
  const everything = { libraryId: undefined, direction: 'asc', condition: null } as const;
  return [
    {
      id: 'random-series',
      label: t('action.randomSeries'),
      run: () => openSeries(() => seriesQueries.random({ ...everything, sort: 'name' })),
    },
    {
      id: 'random-book',
      label: t('action.randomBook'),
      run: () => openBook(() => bookQueries.random({ ...everything, sort: 'title' })),
    },
  ];
};

const useScanActions = () => {
  const { t } = useTranslation('palette');
  const canScan = useCan('libraries-write');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const start = useStartScan();
  if (!canScan || libraries.length === 0) return [];
  const all = {
    id: 'scan-all',
    label: t('action.scanAll'),
    isDeep: false,
    run: () => {
      for (const { id } of libraries) start.mutate({ id, mode: 'normal' });
    },
  };
  const each = libraries.flatMap(({ id, name }) =>
    (['normal', 'deep'] as const).map((mode) => ({
      id: `scan ${mode} ${id}`,
      label: t(mode === 'deep' ? 'action.deepScan' : 'action.scan', { name }),
      isDeep: mode === 'deep',
      run: () => start.mutate({ id, mode }),
    })),
  );
  return libraries.length === 1 ? each : [all, ...each];
};

/** Mark as read or unread, for the series or book of the open page. */
const useMarkActions = () => {
  const { t } = useTranslation('palette');
  const { pathname } = useLocation();
  const name = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label) ?? '';
  const canMark = useCan('progress-write');
  const client = useQueryClient();
  const [, kind, id] = /^\/(series|book)\/([^/]+)$/.exec(pathname) ?? [];
  if (!canMark || id === undefined) return [];
  return [true, false].map((isRead) => ({
    id: isRead ? 'mark-read' : 'mark-unread',
    label: t(isRead ? 'action.markRead' : 'action.markUnread', { name }),
    isRead,
    run: () =>
      markRecords(client, {
        kind: kind === 'book' ? 'books' : 'series',
        ids: [id],
        read: isRead,
      }),
  }));
};
