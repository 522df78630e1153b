import type { SettingsPlace } from './settings-places.ts';

/** On which page of the settings each group of the server's settings is changed. */
export const serverSettingPlaces = {
  general: [
    'desktop.notify_scans',
    'desktop.notify_safety',
    'desktop.notify_devices',
    'desktop.notify_backups',
    'desktop.stay_awake',
    'desktop.check_updates',
    'desktop.update_channel',
    'desktop.notify_updates',
  ],
  schedules: ['library.time_zone'],
  people: [
    'auth.registration_enabled',
    'auth.require_email_verification',
    'auth.token_ttl_seconds',
  ],
  metadata: ['library.trash_retention_days', 'duplicates.find_after_scan'],
  mail: ['smtp.host', 'smtp.port', 'smtp.secure', 'smtp.username', 'smtp.password', 'smtp.from'],
  sources: ['releases.min_confidence', 'releases.allow_private_addresses'],
  backups: ['backups.schedule', 'backups.keep', 'backups.folder'],
  advanced: [
    'server.name',
    'server.max_body_bytes',
    'compat.prefix',
    'limits.archive_entries',
    'limits.entry_bytes',
    'limits.unpack_ratio',
    'limits.image_pixels',
    'limits.comic_info_bytes',
    'limits.epub_xml_bytes',
    'limits.epub_text_bytes',
    'limits.archive_cache_bytes',
    'limits.seconds',
  ],
} as const satisfies Partial<Record<SettingsPlace['id'], readonly string[]>>;

export type ServerSettingKey =
  (typeof serverSettingPlaces)[keyof typeof serverSettingPlaces][number];

/**
 * The settings that a page shows. What concerns the window, its notifications and the computer's sleep
 * is shown in the desktop app alone: a browser, or a server without a window, has none of them.
 */
export const settingsShown = (
  place: SettingsPlace['id'],
  isDesktop: boolean,
): readonly ServerSettingKey[] => {
  const all: Partial<Record<SettingsPlace['id'], readonly ServerSettingKey[]>> =
    serverSettingPlaces;
  return (all[place] ?? []).filter((key) => isDesktop || !key.startsWith('desktop.'));
};

/** The values of a text that is one of a few. */
export const serverSettingChoices: Partial<
  Record<ServerSettingKey, readonly ('stable' | 'beta')[]>
> = {
  'desktop.update_channel': ['stable', 'beta'],
};

/** In which unit a number is shown that the server keeps in a smaller one. */
export const serverSettingUnits: Partial<
  Record<ServerSettingKey, { unit: 'hours' | 'days' | 'mebibytes' | 'seconds'; factor: number }>
> = {
  'auth.token_ttl_seconds': { unit: 'hours', factor: 3600 },
  'library.trash_retention_days': { unit: 'days', factor: 1 },
  'server.max_body_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.entry_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.comic_info_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.epub_xml_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.epub_text_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.archive_cache_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.seconds': { unit: 'seconds', factor: 1 },
};
