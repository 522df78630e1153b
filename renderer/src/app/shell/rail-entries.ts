import {
  IconBookmarks,
  IconChartBar,
  IconDownload,
  IconHome,
  IconRss,
  IconSettings,
  type Icon,
  type IconProps,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';
import type { FirstTexts } from '../../locales/resources.ts';

export interface RailEntry {
  id: string;
  to: NonNullable<LinkProps['to']>;
  label: `nav.${keyof FirstTexts['common']['nav']}`;
  icon: Icon | ComponentType<IconProps>;
  /** Who may not do this does not see the entry. */
  permission?: Permission;
  /** Not in the desktop's window, which has the server with it. */
  isForBrowsers?: boolean;
}

export const homeEntry: RailEntry = { id: 'home', to: '/', label: 'nav.home', icon: IconHome };

/** What a person has put together: under the heading "Lists", to be ordered and hidden. */
export const listEntries: readonly RailEntry[] = [];

/** Below everything else, always there. */
export const footEntries: readonly RailEntry[] = [
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
    id: 'downloads',
    to: '/downloads',
    label: 'nav.downloads',
    icon: IconDownload,
    isForBrowsers: true,
  },
  { id: 'settings', to: '/settings', label: 'nav.settings', icon: IconSettings },
];
