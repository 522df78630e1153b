import type { SettingsSection } from './settings-sections.ts';

/** The settings page of each group of server settings. */
export const serverSettingSections = {
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
  schedules: ['library.time_zone', 'library.quiet_from', 'library.quiet_until'],
  devices: ['sharing.trusted_proxies', 'sharing.public_address', 'sharing.base_path'],
  people: [
    'auth.registration_enabled',
    'auth.registration_max_age',
    'auth.require_email_verification',
    'auth.token_ttl_seconds',
  ],
  metadata: [
    'library.trash_retention_days',
    'library.delete_files',
    'library.bin_folder',
    'desktop.system_bin',
    'duplicates.find_after_scan',
    'duplicates.move_files',
    'duplicates.bin_retention_days',
    'library.upload_max_mb',
  ],
  mail: [
    'smtp.host',
    'smtp.port',
    'smtp.secure',
    'smtp.username',
    'smtp.password',
    'smtp.from',
    'smtp.max_message_mb',
  ],
  sources: ['releases.min_confidence', 'releases.allow_private_addresses'],
  notifications: ['notifications.allow_private_addresses'],
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
} as const satisfies Partial<Record<SettingsSection['id'], readonly string[]>>;

export type ServerSettingKey =
  (typeof serverSettingSections)[keyof typeof serverSettingSections][number];

/**
 * The settings on a page. Those about windows, notifications and sleep are desktop only: a browser
 * or headless server has none of these.
 */
export const settingsShown = (
  section: SettingsSection['id'],
  isDesktop: boolean,
): readonly ServerSettingKey[] => {
  const all: Partial<Record<SettingsSection['id'], readonly ServerSettingKey[]>> =
    serverSettingSections;
  return (all[section] ?? []).filter((key) => isDesktop || !key.startsWith('desktop.'));
};

/** Options of enum-like text settings. */
export const serverSettingChoices: Partial<
  Record<ServerSettingKey, readonly ('stable' | 'beta')[]>
> = {
  'desktop.update_channel': ['stable', 'beta'],
};

interface SettingUnit {
  unit: 'hours' | 'days' | 'mebibytes' | 'megabytes' | 'megapixels' | 'percent' | 'seconds';
  /** A displayed 1 in the unit of the server. */
  factor: number;
}

/** Display units of numbers, which the server stores in another unit if the factor is not 1. */
export const serverSettingUnits: Partial<Record<ServerSettingKey, SettingUnit>> = {
  'auth.token_ttl_seconds': { unit: 'hours', factor: 3600 },
  'library.trash_retention_days': { unit: 'days', factor: 1 },
  'duplicates.bin_retention_days': { unit: 'days', factor: 1 },
  'server.max_body_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.entry_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.comic_info_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.epub_xml_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.epub_text_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.archive_cache_bytes': { unit: 'mebibytes', factor: 1024 * 1024 },
  'limits.seconds': { unit: 'seconds', factor: 1 },
  'limits.image_pixels': { unit: 'megapixels', factor: 1_000_000 },
  'library.upload_max_mb': { unit: 'megabytes', factor: 1 },
  'smtp.max_message_mb': { unit: 'megabytes', factor: 1 },
  'releases.min_confidence': { unit: 'percent', factor: 0.01 },
};

/** A stored number in its display unit: `24` for 86,400 seconds that are shown in hours. */
export const inUnit = (key: ServerSettingKey, value: number): number =>
  Number((value / (serverSettingUnits[key]?.factor ?? 1)).toFixed(4));
