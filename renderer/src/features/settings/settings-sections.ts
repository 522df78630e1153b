import {
  IconAdjustments,
  IconAdjustmentsHorizontal,
  IconBell,
  IconCalendarClock,
  IconCode,
  IconDatabase,
  IconDevices,
  IconFileSearch,
  IconInbox,
  IconKeyboard,
  IconListCheck,
  IconMail,
  IconPackageExport,
  IconPackageImport,
  IconRss,
  IconStack2,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import type { Permission } from '../../../../shared/permissions.ts';

/** A settings page. */
export interface SettingsSection {
  id:
    | 'general'
    | 'account'
    | 'notifications'
    | 'reading'
    | 'keyboard'
    | 'libraries'
    | 'schedules'
    | 'devices'
    | 'people'
    | 'metadata'
    | 'mail'
    | 'sources'
    | 'backups'
    | 'import'
    | 'export'
    | 'intake'
    | 'tasks'
    | 'advanced';
  to: NonNullable<LinkProps['to']>;
  icon: ComponentType<{ size: number; stroke: number }>;
  /** Users without this permission do not see the page. */
  need?: Permission;
}

export const settingsSections: readonly SettingsSection[] = [
  { id: 'general', to: '/settings', icon: IconAdjustments },
  { id: 'account', to: '/settings/account', icon: IconUser },
  { id: 'notifications', to: '/settings/notifications', icon: IconBell },
  { id: 'reading', to: '/settings/reading', icon: IconAdjustmentsHorizontal },
  { id: 'keyboard', to: '/settings/keyboard', icon: IconKeyboard },
  { id: 'libraries', to: '/settings/libraries', icon: IconStack2, need: 'libraries-read' },
  { id: 'schedules', to: '/settings/schedules', icon: IconCalendarClock, need: 'libraries-write' },
  { id: 'devices', to: '/settings/devices', icon: IconDevices, need: 'api-keys-read' },
  { id: 'people', to: '/settings/people', icon: IconUsers, need: 'users-read' },
  { id: 'metadata', to: '/settings/metadata', icon: IconFileSearch, need: 'system-admin' },
  { id: 'mail', to: '/settings/mail', icon: IconMail, need: 'system-admin' },
  { id: 'sources', to: '/settings/release-sources', icon: IconRss, need: 'plugins-manage' },
  { id: 'backups', to: '/settings/backups', icon: IconDatabase, need: 'system-admin' },
  { id: 'import', to: '/settings/import', icon: IconPackageImport, need: 'system-admin' },
  { id: 'export', to: '/settings/export', icon: IconPackageExport, need: 'progress-read' },
  { id: 'intake', to: '/settings/intake', icon: IconInbox, need: 'system-admin' },
  { id: 'tasks', to: '/settings/tasks', icon: IconListCheck, need: 'tasks-read' },
  { id: 'advanced', to: '/settings/advanced', icon: IconCode, need: 'system-admin' },
];
