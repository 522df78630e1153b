import { createPrivateKey, createPublicKey, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

import { dayMs } from '../../../shared/durations.ts';
import type { Certificate } from '../../http/net/listen.ts';

/** Apple's systems reject validity beyond 825 days, browsers beyond 398. */
const lifetimeDays = 397;

/**
 * Creates a self-signed server certificate (RFC 5280; DER is encoded here, because Node can read
 * X.509 but not write it). `key` is a P-256 private key as PEM, `names` are host names and
 * addresses, the first of which is the subject.
 */
export const selfSigned = (key: string, names: readonly string[], now: Date): Certificate => {
  const privateKey = createPrivateKey(key);
  const subject = name(names[0] ?? 'localhost');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    subject,
    // Valid from yesterday, because clocks of phones differ.
    sequence(time(now.getTime() - dayMs), time(now.getTime() + lifetimeDays * dayMs)),
    subject,
    publicKey,
    explicit(
      3,
      sequence(
        extension('basicConstraints', sequence()),
        extension('keyUsage', encode(0x03, Buffer.from([7, 0x80]))),
        extension('extendedKeyUsage', sequence(serverAuth)),
        extension('subjectAltName', sequence(...names.map(alternativeName))),
      ),
    ),
  );
  const signature = encode(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const der = sequence(body, ecdsaWithSha256, signature);
  const lines = der.toString('base64').replace(/.{1,64}/g, '$&\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`, key };
};

/** Details to compare with the browser's certificate page. */
export const describeCertificate = (cert: string) => {
  const { fingerprint256, validToDate } = new X509Certificate(cert);
  return { fingerprint: fingerprint256, expires_at: validToDate.toISOString() };
};

/** Tag, length, content (X.690). */
const encode = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Uint8Array[]) => encode(0x30, ...parts);
const explicit = (number: number, part: Uint8Array) => encode(0xa0 | number, part);
const integer = (bytes: Uint8Array) => encode(0x02, bytes);
const objectId = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'));
const time = (ms: number) =>
  // RFC 5280 requires GeneralizedTime from 2050 on.
  new Date(ms).getUTCFullYear() < 2050
    ? encode(0x17, Buffer.from(digits(ms).slice(2)))
    : encode(0x18, Buffer.from(digits(ms)));
const digits = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const serverAuth = objectId('2b06010505070301');
const extensionIds = {
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  subjectAltName: '551d11',
};
const extension = (id: keyof typeof extensionIds, value: Uint8Array) => {
  const critical = id === 'basicConstraints' || id === 'keyUsage' ? [criticalFlag] : [];
  return sequence(objectId(extensionIds[id]), ...critical, encode(0x04, value));
};
const criticalFlag = encode(0x01, Buffer.from([0xff]));
/** Only a common name (2.5.4.3); 64 characters at most. */
const name = (text: string) =>
  sequence(
    encode(0x31, sequence(objectId('550403'), encode(0x0c, Buffer.from(text.slice(0, 64))))),
  );
const alternativeName = (text: string) =>
  isIPv4(text) || isIPv6(text)
    ? encode(0x87, addressBytes(text))
    : encode(0x82, Buffer.from(text, 'latin1'));

const addressBytes = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL parser normalises IPv6 addresses; only `::` remains to be expanded.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from(
    [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
};
