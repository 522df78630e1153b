import {
  IconBookmark,
  IconBookmarks,
  IconChartBar,
  IconDownload,
  IconFolders,
  IconHeartbeat,
  IconHome,
  IconListNumbers,
  IconRss,
  IconSettings,
  IconSparkles,
  IconUsers,
  type Icon,
  type IconProps,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';
import type { FirstTexts } from '../../locales/first-english.ts';

export interface SidebarEntry {
  id: string;
  to: NonNullable<LinkProps['to']>;
  label: `nav.${keyof FirstTexts['common']['nav']}`;
  icon: Icon | ComponentType<IconProps>;
  /** Without this permission the entry is hidden. */
  permission?: Permission;
  /** Hidden in the desktop window, which has its server on the same machine. */
  isForBrowsers?: boolean;
}

export const homeEntry: SidebarEntry = { id: 'home', to: '/', label: 'nav.home', icon: IconHome };

/** The user's lists and the creators, under the heading "Lists"; they can be reordered and hidden. */
export const listEntries: readonly SidebarEntry[] = [
  {
    id: 'want-to-read',
    to: '/want-to-read',
    label: 'nav.wantToRead',
    icon: IconBookmark,
    permission: 'progress-read',
  },
  {
    id: 'read-lists',
    to: '/read-lists',
    label: 'nav.readLists',
    icon: IconListNumbers,
    permission: 'read-lists-read',
  },
  {
    id: 'collections',
    to: '/collections',
    label: 'nav.collections',
    icon: IconFolders,
    permission: 'collections-read',
  },
  {
    id: 'smart-lists',
    to: '/smart-lists',
    label: 'nav.smartLists',
    icon: IconSparkles,
    permission: 'progress-read',
  },
  {
    id: 'creators',
    to: '/creators',
    label: 'nav.creators',
    icon: IconUsers,
    permission: 'books-read',
  },
];

export const settingsEntry: SidebarEntry = {
  id: 'settings',
  to: '/settings',
  label: 'nav.settings',
  icon: IconSettings,
};

/** Always shown, below everything else. */
export const footEntries: readonly SidebarEntry[] = [
  {
    id: 'annotations',
    to: '/annotations',
    label: 'nav.annotations',
    icon: IconBookmarks,
    permission: 'progress-read',
  },
  {
    id: 'stats',
    to: '/stats',
    label: 'nav.stats',
    icon: IconChartBar,
    permission: 'progress-read',
  },
  {
    id: 'releases',
    to: '/releases',
    label: 'nav.releases',
    icon: IconRss,
    permission: 'series-write',
  },
  {
    id: 'health',
    to: '/health',
    label: 'nav.health',
    icon: IconHeartbeat,
    permission: 'libraries-write',
  },
  {
    id: 'downloads',
    to: '/downloads',
    label: 'nav.downloads',
    icon: IconDownload,
    permission: 'books-download',
    isForBrowsers: true,
  },
  settingsEntry,
];
