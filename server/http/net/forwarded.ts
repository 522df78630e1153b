import type { IncomingHttpHeaders } from 'node:http';

import { hostPattern, plainAddress, prefixProblem } from '../../config/proxy-values.ts';
import { isIP } from 'node:net';

/** The statements of a proxy about the request that it passes on; null for each that is missing. */
export interface Forwarded {
  /** Addresses from the client to the last proxy but one. Any of them can be invented. */
  addresses: readonly string[];
  scheme: 'http' | 'https' | null;
  /** With its port, if it has one: `books.example.org:8443`. */
  host: string | null;
  port: string | null;
  /** The removed beginning of the path, without a trailing slash: `/octavo`. */
  prefix: string | null;
}

/** A header whose value no proxy sends. The message quotes both. */
export class ForwardedError extends Error {
  override name = 'ForwardedError';
  readonly header: string;
  readonly value: string;

  constructor(header: string, value: string) {
    const short = value.slice(0, 100);
    super(`${header}: ${short}`);
    this.header = header;
    this.value = short;
  }
}

const names = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** The headers by which a request shows that it came through a proxy. */
export const forwardingHeaders = (headers: IncomingHttpHeaders): string[] =>
  names.filter((name) => headers[name] !== undefined);

/**
 * Reads `X-Forwarded-*`, or `Forwarded` (RFC 7239) if there are none of them. Throws ForwardedError
 * for a value that no proxy sends. Of several values, the host and the scheme are the first ones:
 * those that the client used.
 */
export const readForwarded = (headers: IncomingHttpHeaders): Forwarded => {
  const text = (name: string) => headers[name]?.toString() ?? null;
  const isFamily = names.some((name) => name.startsWith('x-f') && text(name) !== null);
  const standard = isFamily ? [] : elementsOf(text('forwarded') ?? '');
  const given = (name: string, parameter: string) =>
    isFamily ? listOf(text(`x-forwarded-${name}`)) : valuesOf(standard, parameter);
  const first = (name: string, isValid: (value: string) => boolean): string | null => {
    const [value = ''] = given(name, name);
    if (value === '') return null;
    if (isValid(value)) return value;
    throw new ForwardedError(isFamily ? `X-Forwarded-${capital(name)}` : 'Forwarded', value);
  };
  const scheme = first('proto', (value) => /^https?$/i.test(value))?.toLowerCase() ?? null;
  const prefix = first(
    'prefix',
    (value) => value === '/' || prefixProblem(trimmed(value)) === null,
  );
  return {
    addresses: given('for', 'for').map(addressOf),
    scheme: scheme as Forwarded['scheme'],
    host: first('host', (value) => hostPattern.test(value)),
    port: first('port', (value) => /^[1-9]\d{0,4}$/.test(value)),
    prefix: prefix === null ? null : trimmed(prefix) || null,
  };
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const trimmed = (prefix: string): string => prefix.replace(/\/$/, '');

const listOf = (text: string | null): string[] =>
  text === null ? [] : text.split(',').map((entry) => entry.trim());

/** The elements of a `Forwarded` header, from the client on: lower-case name → value. */
const elementsOf = (header: string): Map<string, string>[] => {
  const elements = [new Map<string, string>()];
  const pairs = /([\w!#$%&'*+.^`|~-]+)=("(?:[^"\\]|\\.)*"|[^\s";,]*)|(,)/g;
  for (const [, name, value = '', comma] of header.matchAll(pairs)) {
    if (comma !== undefined) elements.push(new Map());
    const quoted = /^"(.*)"$/s.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
    if (name !== undefined) elements.at(-1)?.set(name.toLowerCase(), quoted ?? value);
  }
  return elements;
};

const valuesOf = (elements: readonly Map<string, string>[], name: string): string[] =>
  elements.flatMap((element) => element.get(name) ?? []);

/** Without port and brackets: `192.0.2.4:1234`, `[2001:db8::1]:1234`. */
const addressOf = (entry: string): string => {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? entry;
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? bare;
  return plainAddress(address);
};

/**
 * The client's address: the last one that is not of a trusted proxy, because each proxy appends the
 * address that it saw. `socket` is that of the last proxy, which is trusted.
 */
export const clientOf = (
  { addresses }: Forwarded,
  socket: string,
  isTrusted: (address: string) => boolean,
): string => {
  let client = socket;
  for (const address of addresses.toReversed()) {
    // Hidden on purpose (`_hidden`), or `unknown`: whatever is further left is invented or unknown.
    if (isIP(address) === 0) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
};
