/** Port of a server whose address names none. */
const usualPort = 4477;
const maxAddressLength = 2000;

/** Why a typed address cannot be used. */
export type AddressProblem = 'empty' | 'invalid' | 'scheme' | 'credentials';

/**
 * Parses an address typed by hand: `https://attic.example/octavo`, `attic.local`, `192.168.1.5:4477`.
 * Returns the possible URLs without a trailing slash, the preferred one first: an address without
 * `http://` or `https://` can mean either, and one without a port Octavo's usual port.
 */
export const readAddress = (
  typed: string,
): { urls: readonly string[] } | { problem: AddressProblem } => {
  const text = typed.trim();
  if (text === '') return { problem: 'empty' };
  if (text.length > maxAddressLength) return { problem: 'invalid' };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme !== 'http' && scheme !== 'https') return { problem: 'scheme' };
    return siteOf(text);
  }
  const given = siteOf(`https://${text}`);
  if ('problem' in given) return given;
  const [url = ''] = given.urls;
  // The port of https is not shown by a URL, and http has another one.
  const hasPort = /^(\[[^\]]*\]|[^:/]*):\d+/.test(text);
  const usual = new URL(url);
  usual.port = String(usualPort);
  const variants = hasPort ? [url] : [bare(usual), url];
  return { urls: variants.flatMap((secure) => [secure, secure.replace(/^https/, 'http')]) };
};

/** The site of an address: origin and base path, without the page of a copied address. */
const siteOf = (text: string): ReturnType<typeof readAddress> => {
  const url = URL.parse(text);
  if (!url || url.hostname === '' || /[\s\\]/.test(text)) return { problem: 'invalid' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  return { urls: [bare(url)] };
};

const bare = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** The part of a URL that people know a server by: `attic.local:4477/octavo`. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '');
