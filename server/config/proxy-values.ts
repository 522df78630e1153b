import { BlockList, isIP } from 'node:net';

import { z } from 'zod';

import { pageNames } from '../../shared/page-names.ts';

/** Names for groups of addresses in the list of trusted proxies. */
const groups: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  // RFC 1918, RFC 3927, RFC 4193, and the link-local addresses of IPv6.
  private: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    'fc00::/7',
    'fe80::/10',
  ],
};

/** An address as sockets of either family report it: no IPv4 in IPv6, no zone. */
export const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** The entries of a list as a setting has it, separated by commas. */
export const entriesIn = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Address and prefix length, or null if the text is neither an address nor a network. */
const networkOf = (entry: string): { address: string; bits: number } | null => {
  const [address = '', length, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return null;
  const most = family === 4 ? 32 : 128;
  if (length === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(length) && Number(length) <= most
    ? { address, bits: Number(length) }
    : null;
};

/** Whether a text is an address or a network, such as `10.0.0.0/8`. */
export const isNetwork = (entry: string): boolean => networkOf(entry) !== null;

const proxiesProblem = (list: string): string | null => {
  for (const entry of entriesIn(list)) {
    if (Object.hasOwn(groups, entry)) continue;
    const network = networkOf(entry);
    if (network === null) {
      return `"${entry}" is not an address. Enter addresses such as 172.18.0.2, networks such as 172.18.0.0/16, loopback or private, separated by commas.`;
    }
    if (network.bits === 0) {
      return `"${entry}" would trust every device. Enter the address of the proxy only.`;
    }
  }
  return null;
};

/** Whether an address belongs to a list such as `loopback` and `172.18.0.0/16`. */
export const createAddressList = (entries: readonly string[]): ((address: string) => boolean) => {
  const known = new BlockList();
  for (const entry of entries.flatMap((name) => groups[name] ?? [name])) {
    const network = networkOf(entry);
    if (network === null) continue;
    known.addSubnet(network.address, network.bits, familyOf(network.address));
  }
  return (address) => isIP(address) !== 0 && known.check(address, familyOf(address));
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A host with an optional port: `books.example.org:8443`, `[fd00::5]`. */
export const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

const publicAddressProblem = (address: string): string | null => {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  if (host === undefined || !hostPattern.test(host) || !URL.canParse(address)) {
    return 'Enter the address that people open, such as https://books.example.org or https://example.org:8443.';
  }
  return path === '' || path === '/'
    ? null
    : 'Enter the address without a path, such as https://example.org; the path belongs into the base path.';
};

const basePathProblem = (path: string): string | null => {
  const isPath = path.length <= 200 && /^(?:\/[\w.~-]+)+$/.test(path);
  if (!isPath || path.split('/').some((part) => part === '.' || part === '..')) {
    return 'Enter a path such as /octavo: it begins with a slash, does not end with one, has no "..", and consists of letters, digits, hyphens, dots, underscores and tildes.';
  }
  const [, first = ''] = path.split('/');
  return isOwnPath(path)
    ? `Octavo has pages of its own at /${first}. Enter another path, such as /octavo.`
    : null;
};

/** First path segments of what the server has besides the web app's pages. */
const ownNames: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'docs',
  'feeds',
  'icons',
  'kobo',
  'koreader',
  'opds',
]);

/** Whether the server itself or the web app has something at this path. */
export const isOwnPath = (path: string): boolean => {
  const name = path.split('/')[1]?.toLowerCase() ?? '';
  return ownNames.has(name) || pageNames.has(name);
};

/** Why a forwarded prefix cannot be used as the base path, or null. */
export const prefixProblem = (path: string): string | null =>
  isOwnPath(path) && /^(?:\/[\w~-]+)+$/.test(path) ? null : basePathProblem(path);

/** A text that is empty or without this problem. */
const textWithout = (maxLength: number, problemOf: (text: string) => string | null) =>
  z
    .string()
    .max(maxLength, `Enter at most ${maxLength} characters.`)
    .superRefine((text, context) => {
      const message = text === '' ? null : problemOf(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

/** The settings of a server behind a proxy; each can be empty. */
export const trustedProxiesText = textWithout(2000, proxiesProblem);
export const publicAddressText = textWithout(300, publicAddressProblem);
export const basePathText = textWithout(200, basePathProblem);
