import { z } from 'zod';

import {
  basePathText,
  isOwnPath,
  publicAddressText,
  trustedProxiesText,
} from '../../config/proxy-values.ts';
import { tlsModes } from '../../../shared/api/sharing.ts';
import { line } from '../../../shared/schemas.ts';
import { newFolderProblem, pathProblem } from '../../paths/parse-user-path.ts';
import { define, type Definition } from './define.ts';
import { limitDefinitions } from './limit-definitions.ts';
import { isSchedule, isTimeZone } from './setting-values.ts';

const mebibyte = 1024 * 1024;

const updateChannels = ['stable', 'beta'] as const;
const shortText = line(255);
const optionalText = line(255, 0);
/** An absolute path, or empty. */
const placeWithout = (problemOf: (path: string) => string | null) =>
  z
    .string()
    .max(4096, 'The path has more than 4096 characters')
    .superRefine((path, context) => {
      const message = path === '' ? null : problemOf(path);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
const filePath = placeWithout((path) => pathProblem(path));
const folderPath = placeWithout((path) => newFolderProblem(path));
const prefix = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'Use 1 to 32 lower-case letters, digits and hyphens')
  .refine((name) => !isOwnPath(`/${name}`), {
    error: ({ input }) =>
      `Octavo has pages of its own at /${String(input)}. Enter another word, such as komga.`,
  });

/** All settings that an admin can change at run time; the part before the dot is the category. */
export const definitions = {
  'server.name': define(
    () => shortText,
    'Octavo',
    'Name of the server, shown in mails and in other programs',
  ),
  'server.max_body_bytes': define(
    () =>
      z
        .int()
        .min(1024)
        .max(64 * mebibyte),
    mebibyte,
    'Largest JSON body of a request, in bytes',
  ),
  'auth.token_ttl_seconds': define(
    () =>
      z
        .int()
        .min(60)
        .max(366 * 86_400),
    86_400,
    'Lifetime of a session without “Stay signed in”, in seconds. Existing sessions keep their expiry.',
  ),
  'auth.registration_enabled': define(
    () => z.boolean(),
    false,
    'Whether anyone can register as a reader',
  ),
  'auth.registration_max_age': define(
    () => z.int().min(0).max(99),
    99,
    'Highest age rating that newly registered people can see, in years. Below 99, series without an age rating are hidden too.',
  ),
  'auth.require_email_verification': define(
    () => z.boolean(),
    false,
    'Whether people who register must confirm their e-mail address before they can sign in',
  ),
  'library.time_zone': define(
    () =>
      z.string().refine(isTimeZone, { error: 'Use a name like Europe/Berlin, or leave it empty' }),
    '',
    'Time zone of all schedules, for example Europe/Berlin. If empty, the time zone of this machine.',
  ),
  'library.quiet_from': define(
    () => z.int().min(0).max(23),
    1,
    'Hour at which the quiet hours begin, in the time zone of the schedules. Work that reads whole files waits for them.',
  ),
  'library.quiet_until': define(
    () => z.int().min(0).max(23),
    6,
    'Hour at which the quiet hours end. If it equals the beginning, they last the whole day.',
  ),
  'library.trash_retention_days': define(
    () => z.int().min(0).max(3650),
    30,
    'How many days missing books are kept while their library is connected. Books that people have read, listed or edited are kept for at least a year. 0 keeps all of them forever.',
  ),
  'library.upload_max_mb': define(
    () => z.int().min(1).max(1_000_000),
    4000,
    'Largest file that people can add in the browser, in MB',
  ),
  'smtp.host': define(
    () => optionalText,
    '',
    'Host name of the mail server. If empty, no mail is sent.',
  ),
  'smtp.port': define(() => z.int().min(1).max(65_535), 587, 'Port of the mail server'),
  'smtp.secure': define(
    () => z.boolean(),
    false,
    'Whether to use implicit TLS. Otherwise STARTTLS is used if the mail server offers it.',
  ),
  'smtp.username': define(
    () => optionalText,
    '',
    'User name at the mail server. Empty if it needs no sign-in.',
  ),
  'smtp.password': define(() => z.string().max(1024), '', 'Password at the mail server', true),
  'smtp.from': define(() => shortText, 'octavo@localhost', 'Sender address of mails'),
  'smtp.max_message_mb': define(
    () => z.int().min(1).max(1000),
    25,
    'Largest message that the mail server accepts, in MB. An attached book can have three quarters of that.',
  ),
  'compat.prefix': define(() => prefix, 'komga', 'First path segment of the API for reader apps'),
  'sharing.enabled': define(
    () => z.boolean(),
    false,
    'Whether other devices on the network can reach the server',
  ),
  'sharing.interfaces': define(
    () => shortText,
    'private',
    'Shared networks: private (home networks), all, or names of network interfaces, separated by commas',
  ),
  'sharing.port': define(
    () => z.int().min(0).max(65_535),
    0,
    'Port for other devices. 0 uses the same port as on this machine.',
  ),
  'sharing.tls': define(
    () => z.enum(tlsModes),
    'off',
    'off: HTTP. generated: HTTPS with a certificate that the server creates. own: HTTPS with your own certificate.',
  ),
  'sharing.tls_cert': define(
    () => filePath,
    '',
    'PEM file with your own certificate. If empty, the one from the configuration.',
  ),
  'sharing.tls_key': define(() => filePath, '', 'PEM file with its private key'),
  'sharing.names': define(
    () => optionalText,
    '',
    'Additional host names that browsers can use to reach this machine, separated by commas',
  ),
  'sharing.trusted_proxies': define(
    () => trustedProxiesText,
    '',
    'Proxies whose forwarding headers are trusted: addresses, networks, loopback (this machine) or private (home networks), separated by commas',
  ),
  'sharing.public_address': define(
    () => publicAddressText,
    '',
    'Address that people open, such as https://books.example.org. Used in mails, QR codes and feeds.',
  ),
  'sharing.base_path': define(
    () => basePathText,
    '',
    'Path below the public address, such as /octavo. Empty if the server does not share its address.',
  ),
  'duplicates.find_after_scan': define(
    () => z.boolean(),
    true,
    'Whether to look for duplicates after each scan that found something new. New books are compared with all others; possible copies are read in full during the quiet hours.',
  ),
  'library.delete_files': define(
    () => z.boolean(),
    false,
    'Whether admins can delete books and series with their files. Files move to the folder .octavo-bin in the folder of the library, or to `library.bin_folder`, and can be restored for 90 days.',
  ),
  'library.bin_folder': define(
    () => folderPath,
    '',
    'Folder for files that were converted, replaced or deleted, from which they can be restored. If empty, they stay in the bin of their library for 90 days.',
  ),
  'duplicates.move_files': define(
    () => z.boolean(),
    false,
    'Whether admins can move duplicate files to the bin, the folder .octavo-bin in the folder of the library',
  ),
  'duplicates.bin_retention_days': define(
    () => z.int().min(0).max(3650),
    30,
    'How many days a file stays in the bin before it is deleted. 0 keeps it forever.',
  ),
  'backups.schedule': define(
    () =>
      z.string().max(255).refine(isSchedule, { error: 'Use a cron expression, or leave it empty' }),
    '0 4 * * 0',
    'Cron expression of automatic backups, in the time zone of the schedules. If empty, backups are made only manually.',
  ),
  'backups.keep': define(
    () => z.int().min(1).max(365),
    5,
    'How many automatic backups are kept. All others stay until they are deleted.',
  ),
  'backups.folder': define(
    () => folderPath,
    '',
    'Folder of the backups, ideally on another disk. If empty, the folder `backups` in the data directory.',
  ),
  'desktop.notify_scans': define(
    () => z.boolean(),
    true,
    'Whether the desktop app shows a notification when a scan found books or problems',
  ),
  'desktop.notify_safety': define(
    () => z.boolean(),
    true,
    'Whether the desktop app shows a notification when a scan stopped as a precaution, because many files are missing or a drive is disconnected',
  ),
  'desktop.notify_devices': define(
    () => z.boolean(),
    true,
    'Whether the desktop app shows a notification when a device was paired',
  ),
  'desktop.notify_backups': define(
    () => z.boolean(),
    true,
    'Whether the desktop app shows a notification when a backup failed',
  ),
  'desktop.notify_updates': define(
    () => z.boolean(),
    true,
    'Whether the desktop app shows a notification when an update is ready or failed',
  ),
  'desktop.check_updates': define(
    () => z.boolean(),
    true,
    'Whether the desktop app checks for new versions and downloads them automatically. It never restarts by itself.',
  ),
  'desktop.update_channel': define(
    () => z.enum(updateChannels),
    'stable',
    'Which versions the desktop app installs: stable, or also beta versions',
  ),
  'desktop.system_bin': define(
    () => z.boolean(),
    false,
    "Whether files that were converted, replaced or deleted move to the system's own bin, where they must be restored before the change can be undone",
  ),
  'desktop.stay_awake': define(
    () => z.boolean(),
    true,
    'Whether the desktop app keeps the computer awake during scans',
  ),
  'releases.min_confidence': define(
    () => z.number().min(0).max(1),
    0.7,
    'Minimum confidence of a match between a release and a series, 0 to 1',
  ),
  'releases.allow_private_addresses': define(
    () => z.boolean(),
    false,
    'Whether release sources can be on this machine or on the local network',
  ),
  'notifications.allow_private_addresses': define(
    () => z.boolean(),
    false,
    'Whether everyone can send notifications to addresses on this machine or on the local network',
  ),
  ...limitDefinitions,
} as const satisfies Record<string, Definition<string> | Definition<number> | Definition<boolean>>;

export type SettingKey = keyof typeof definitions;
export type SettingValue<Key extends SettingKey = SettingKey> =
  (typeof definitions)[Key]['default'];

/** Boolean settings of the desktop app, read by the desktop shell. */
export type DesktopSwitchKey = Exclude<
  Extract<SettingKey, `desktop.${string}`>,
  'desktop.update_channel'
>;

export const settingKeys = Object.keys(definitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(definitions, key);
