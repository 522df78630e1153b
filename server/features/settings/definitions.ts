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
  'server.name': define(() => shortText, 'Octavo', 'Name that mails and other programs show'),
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
    'How long a sign-in lasts that does not stay, in seconds; sessions that have begun keep their end',
  ),
  'auth.registration_enabled': define(
    () => z.boolean(),
    false,
    'Whether anyone can register as a reader',
  ),
  'auth.registration_max_age': define(
    () => z.int().min(0).max(99),
    99,
    'The highest age rating, in years, that those who register see at first; below 99, series without one are hidden too',
  ),
  'auth.require_email_verification': define(
    () => z.boolean(),
    false,
    'Whether those who register must confirm their e-mail address before they sign in',
  ),
  'library.time_zone': define(
    () =>
      z.string().refine(isTimeZone, { error: 'Use a name like Europe/Berlin, or leave it empty' }),
    '',
    'Time zone of the schedules of scans, for example Europe/Berlin; empty is that of this machine',
  ),
  'library.quiet_from': define(
    () => z.int().min(0).max(23),
    1,
    'Hour at which the quiet hours begin, in the time zone of the schedules: files are then read in full',
  ),
  'library.quiet_until': define(
    () => z.int().min(0).max(23),
    6,
    'Hour at which the quiet hours end; the same as the beginning: the whole day',
  ),
  'library.trash_retention_days': define(
    () => z.int().min(0).max(3650),
    30,
    'How many days missing books are kept while their library is there, and those that people have used or edited for a year at least; 0 keeps them for ever',
  ),
  'library.upload_max_mb': define(
    () => z.int().min(1).max(1_000_000),
    4000,
    'Largest book that people can add in the browser, MB',
  ),
  'smtp.host': define(() => optionalText, '', 'Mail server; empty sends no mail'),
  'smtp.port': define(() => z.int().min(1).max(65_535), 587, 'Port of the mail server'),
  'smtp.secure': define(
    () => z.boolean(),
    false,
    'TLS from the first byte; otherwise STARTTLS where the mail server offers it',
  ),
  'smtp.username': define(
    () => optionalText,
    '',
    'Empty where the mail server asks for no sign-in',
  ),
  'smtp.password': define(() => z.string().max(1024), '', 'Password at the mail server', true),
  'smtp.from': define(() => shortText, 'octavo@localhost', 'Sender of the mails'),
  'smtp.max_message_mb': define(
    () => z.int().min(1).max(1000),
    25,
    'Largest message that the mail server takes, MB; a book in it can have three quarters of that',
  ),
  'compat.prefix': define(() => prefix, 'komga', 'First part of the path of the compatibility API'),
  'sharing.enabled': define(
    () => z.boolean(),
    false,
    'Whether other devices of the network reach the server',
  ),
  'sharing.interfaces': define(
    () => shortText,
    'private',
    'Where: private (networks of the house), all, or names of network interfaces, separated by commas',
  ),
  'sharing.port': define(
    () => z.int().min(0).max(65_535),
    0,
    'At which port; 0: the same as on this machine',
  ),
  'sharing.tls': define(
    () => z.enum(tlsModes),
    'off',
    'off: HTTP; generated: HTTPS with a certificate that the server makes; own: with one of your own',
  ),
  'sharing.tls_cert': define(
    () => filePath,
    '',
    'File of the own certificate, PEM; empty: the one that the configuration names',
  ),
  'sharing.tls_key': define(() => filePath, '', 'File of its private key, PEM'),
  'sharing.names': define(
    () => optionalText,
    '',
    'Additional host names of this machine that requests can use, separated by commas',
  ),
  'sharing.trusted_proxies': define(
    () => trustedProxiesText,
    '',
    'Proxies whose forwarding headers count: addresses, networks, loopback (this machine) or private (home networks), separated by commas',
  ),
  'sharing.public_address': define(
    () => publicAddressText,
    '',
    'Address that people open, such as https://books.example.org; in mails, QR codes and feeds',
  ),
  'sharing.base_path': define(
    () => basePathText,
    '',
    'Path below the public address, such as /octavo; empty: the server has an address of its own',
  ),
  'duplicates.find_after_scan': define(
    () => z.boolean(),
    true,
    'Whether duplicates are looked for whenever a scan found something new; that compares new books, and reads possible copies in full in the quiet hours',
  ),
  'library.delete_files': define(
    () => z.boolean(),
    false,
    'Whether admins can delete books and series with their files, which can be put back for 90 days from the bin, a folder .octavo-bin in the folder of the library, or from `library.bin_folder`',
  ),
  'library.bin_folder': define(
    () => folderPath,
    '',
    'Folder to which files move on that were converted, replaced or deleted, from where they can be put back; empty: they stay in the bin of their library for 90 days',
  ),
  'duplicates.move_files': define(
    () => z.boolean(),
    false,
    'Whether admins can move files of duplicates to the bin, a folder .octavo-bin in the folder of the library',
  ),
  'duplicates.bin_retention_days': define(
    () => z.int().min(0).max(3650),
    30,
    'How many days a file stays in the bin before it is deleted; 0 keeps it for ever',
  ),
  'backups.schedule': define(
    () =>
      z.string().max(255).refine(isSchedule, { error: 'Use a cron expression, or leave it empty' }),
    '0 4 * * 0',
    'When the database is backed up, as cron in the time zone of the schedules; empty: only by hand',
  ),
  'backups.keep': define(
    () => z.int().min(1).max(365),
    5,
    'How many scheduled backups are kept; those of other kinds stay until they are removed',
  ),
  'backups.folder': define(
    () => folderPath,
    '',
    'Folder of the backups, best on another disk; empty: backups in the data directory',
  ),
  'desktop.notify_scans': define(
    () => z.boolean(),
    true,
    'Whether the desktop app notifies about a scan that found books or problems',
  ),
  'desktop.notify_safety': define(
    () => z.boolean(),
    true,
    'Whether the desktop app notifies about a scan that stopped to be safe: many files vanished, or a drive is away',
  ),
  'desktop.notify_devices': define(
    () => z.boolean(),
    true,
    'Whether the desktop app notifies about a device that was paired',
  ),
  'desktop.notify_backups': define(
    () => z.boolean(),
    true,
    'Whether the desktop app notifies about a backup that failed',
  ),
  'desktop.notify_updates': define(
    () => z.boolean(),
    true,
    'Whether the desktop app notifies about an update that is ready or failed',
  ),
  'desktop.check_updates': define(
    () => z.boolean(),
    true,
    'Whether the desktop app looks for newer versions by itself and downloads them; it never restarts by itself',
  ),
  'desktop.update_channel': define(
    () => z.enum(updateChannels),
    'stable',
    'Which versions the desktop app is offered: stable, or beta ones too',
  ),
  'desktop.system_bin': define(
    () => z.boolean(),
    false,
    'Whether files that were converted, replaced or deleted move on to the bin of the system, from where people restore them before they can be put back',
  ),
  'desktop.stay_awake': define(
    () => z.boolean(),
    true,
    'Whether the desktop app keeps the computer awake while libraries are scanned',
  ),
  'releases.min_confidence': define(
    () => z.number().min(0).max(1),
    0.7,
    'How sure a match of a release with a series must be, 0 to 1',
  ),
  'releases.allow_private_addresses': define(
    () => z.boolean(),
    false,
    'Whether release sources can be on this machine or its network',
  ),
  'notifications.allow_private_addresses': define(
    () => z.boolean(),
    false,
    'Whether everyone can send notifications to addresses on this machine or its network',
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
