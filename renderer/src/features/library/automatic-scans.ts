import type { Library, UpdateLibrary } from '../../../../shared/api/libraries.ts';

type Scans = Pick<Library, 'watch' | 'scanning_config'>;

/**
 * How new files appear automatically, unless somebody chooses otherwise: the folder is watched, and
 * scanned every night, because network drives and other machines report no changes.
 */
export const automaticScans = {
  watch: true,
  scanning_config: { enabled: true, cron_schedule: '0 2 * * *' },
} satisfies Partial<UpdateLibrary>;

/** The opposite of `automaticScans` for a new library. */
export const manualScans = {
  watch: false,
  scanning_config: { enabled: true, cron_schedule: null },
} satisfies Partial<UpdateLibrary>;

/** Whether new files appear without a scan that somebody starts. */
export const isAutomatic = ({ watch, scanning_config: config }: Scans): boolean =>
  config.enabled && (watch || config.cron_schedule !== null || config.scan_on_start);

/** Turns automatic scans on or off, and keeps when they happen. */
export const withAutomaticScans = (library: Scans, isOn: boolean): Partial<UpdateLibrary> => {
  if (!isOn) return { scanning_config: { enabled: false } };
  const resumed = { ...library.scanning_config, enabled: true };
  return isAutomatic({ ...library, scanning_config: resumed })
    ? { scanning_config: { enabled: true } }
    : automaticScans;
};
