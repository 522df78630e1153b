import type { LoginResponse } from '../../../shared/api/auth.ts';
import type {
  CreatedPairing,
  createPairing,
  Pairing,
  ReaderApp,
  RedeemedPairing,
  redeemPairing,
} from '../../../shared/api/pairing.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import type { LoginRateLimiter } from '../auth/login-rate-limiter.ts';
import { describeClient } from '../devices/describe-client.ts';
import { refuseKeyToPair, type DevicesService } from '../devices/service.ts';
import type { Code, Codes } from './codes.ts';
import { qrCode } from '../../text/qr-code.ts';
import { readerApps } from './reader-apps.ts';

/** Limits the QR code to a density that cameras can read. */
const maxUrls = 4;

export interface PairingService {
  /** Throws Forbidden for permissions that the caller lacks, NotFound for an unknown user. */
  create(
    caller: Caller,
    wanted: EndpointParsed<typeof createPairing>['body'],
  ): Promise<CreatedPairing>;
  /** Throws NotFound for another user's code. */
  get(caller: Caller, id: string): Pairing;
  remove(caller: Caller, id: string): void;
  /**
   * Pairs the device at `ip`, which reached the server at `reachedUrl`. Throws NotFound for an unknown
   * token, Conflict for one that was used or has expired, TooManyRequests for an address with too
   * many attempts.
   */
  redeem(
    given: EndpointParsed<typeof redeemPairing>['body'],
    from: Origin & { reachedUrl: string },
  ): Promise<RedeemedPairing>;
  /** Addresses of the server for a device, that of the request first. */
  addresses(reachedUrl: string): string[];
  /** Setup instructions for the caller, who reached the server at `reachedUrl`. */
  apps(caller: Caller, reachedUrl: string): Promise<ReaderApp[]>;
}

export interface PairingServiceOptions {
  codes: Codes;
  apiKeys: Pick<ApiKeysService, 'granted' | 'issue'>;
  devices: Pick<DevicesService, 'add'>;
  /** An active user, or null. */
  user: (id: string) => { pk: number; id: string; username: string; updated_at: string } | null;
  /** Signs in the browser of a device; null if its user is not allowed to sign in. */
  beginSession: (userPk: number, keyId: string, from: Origin) => LoginResponse | null;
  loginLimiter: LoginRateLimiter;
  /** Addresses of the server for other devices, the likeliest first. */
  addresses: () => string[];
  komgaPrefix: () => string;
  bus: Pick<EventBus, 'emit'>;
}

/** Pairs phones: shows a code that is valid for two minutes. */
export const createPairingService = ({
  codes,
  apiKeys,
  devices,
  user,
  beginSession,
  loginLimiter,
  addresses,
  komgaPrefix,
  bus,
}: PairingServiceOptions): PairingService => {
  const found = (caller: Caller, id: string): Code => {
    const code = codes.find(id, caller.user_pk);
    if (!code) throw notFound('Pairing', id);
    return code;
  };
  const shown = (code: Code): Pairing => ({
    id: code.id,
    state: code.device ? 'taken' : code.is_used || codes.isExpired(code) ? 'expired' : 'waiting',
    user_id: code.user.id,
    username: code.user.username,
    name: code.name,
    permissions: code.permissions,
    expires_at: code.expires_at,
    device: code.device,
  });
  const usable = (token: string, ip: string): Code => {
    const attempt = loginLimiter.begin(ip, ip);
    const code = codes.byToken(token);
    if (code && !code.is_used && !codes.isExpired(code)) {
      attempt.succeed();
      return code;
    }
    if (!code) {
      throw new AppError('NotFound', 'This code is unknown. Show a new one and scan it.');
    }
    throw new AppError(
      'Conflict',
      code.is_used
        ? 'This code was already used. Show a new one and scan that.'
        : 'This code has expired. Show a new one and scan that within two minutes.',
    );
  };

  /**
   * The current state of an account; any change to it, such as a new password, invalidates a code.
   */
  const accountOf = (id: string) => ({ id, updated_at: user(id)?.updated_at ?? null });

  const addressesFor = (reachedUrl: string) =>
    addresses().toSorted((a, b) => Number(isAt(b, reachedUrl)) - Number(isAt(a, reachedUrl)));
  const appsFor = (username: string, [server = '']: readonly string[]) =>
    readerApps({ server, komgaPrefix: komgaPrefix(), username });

  return {
    addresses: addressesFor,
    apps: ({ user: { username } }, reachedUrl) => appsFor(username, addressesFor(reachedUrl)),
    async create(caller, { user_id, permissions, name = null }) {
      refuseKeyToPair(caller);
      const isOwn = user_id === undefined || user_id === caller.user.id;
      if (!isOwn && !caller.permissions.has('system-admin')) {
        throw new AppError(
          'Forbidden',
          'Pairing for another user needs the permission system-admin',
          { details: { permission: 'system-admin' } },
        );
      }
      const owner = user(user_id ?? caller.user.id);
      if (!owner) throw notFound('User', user_id ?? caller.user.id);
      const { code, token } = codes.make({
        creator_pk: caller.user_pk,
        user: owner,
        accounts: [accountOf(owner.id), accountOf(caller.user.id)],
        name,
        permissions: apiKeys.granted(caller, permissions),
      });
      const urls = addresses();
      const link = linkFor(urls, token);
      return { ...shown(code), token, urls, link, qr: await qrCode(link) };
    },
    get: (caller, id) => shown(found(caller, id)),
    remove: (caller, id) => codes.remove(found(caller, id).id),
    async redeem({ token, device_name }, { ip, reachedUrl, client }) {
      const code = usable(token, ip);
      // From here on the code is used, whatever the outcome.
      code.is_used = true;
      const owner = user(code.user.id);
      if (!owner) throw new AppError('Conflict', 'The account of this code can no longer sign in');
      if (code.accounts.some(({ id, updated_at }) => accountOf(id).updated_at !== updated_at)) {
        throw new AppError(
          'Conflict',
          'The account was changed since this code was shown. Show a new one and scan that.',
        );
      }
      const name = device_name ?? code.name ?? describeClient(client).app ?? 'Device';
      const key = apiKeys.issue(owner.pk, { name, permissions: code.permissions });
      const device = devices.add({ key_id: key.id, name, client, address: ip });
      const session = beginSession(owner.pk, key.id, { ip, client });
      if (!session) throw new Error('The account was active a moment ago');
      code.device = device;
      bus.emit('device_paired', { device_id: device.id, name: device.name }, code.creator_pk);
      const servers = addressesFor(reachedUrl);
      const apps = await appsFor(owner.username, servers);
      return { ...session, device, api_key: key.key, servers, apps };
    },
  };
};

/** The fragment after # is not sent to a server or logged. */
const linkFor = ([first = '', ...others]: readonly string[], token: string): string => {
  const fragment = new URLSearchParams({ token });
  for (const url of others.slice(0, maxUrls - 1)) fragment.append('url', url);
  return `${first}/pair#${fragment.toString()}`;
};

const isAt = (url: string, reachedUrl: string): boolean =>
  new URL(url).host === new URL(reachedUrl).host;
