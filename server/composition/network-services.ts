import { createLoginRateLimiter } from '../features/auth/login-rate-limiter.ts';
import { createCodes } from '../features/pairing/codes.ts';
import { createKoboService } from '../features/kobo/service.ts';
import { createKoboStore } from '../features/kobo/store.ts';
import { createPairingService } from '../features/pairing/service.ts';
import { createSharingService } from '../features/sharing/service.ts';
import { createOwnAddresses } from '../http/net/own-addresses.ts';
import type { AppContext } from './app-context.ts';
import type { AuthServices } from './auth-services.ts';

interface NetworkServicesOptions {
  context: AppContext;
  authServices: Pick<AuthServices, 'apiKeys' | 'devices' | 'auth'>;
  /** Address of the server itself, once it listens. */
  ownUrl: () => string;
}

/** How other devices of the network reach the server: its addresses, sharing, pairing and Kobo e-readers. */
export const createNetworkServices = ({
  context,
  authServices,
  ownUrl,
}: NetworkServicesOptions) => {
  const { config, host, settings, publicAddress, bus, clock, log } = context;
  const { apiKeys, devices, auth } = authServices;
  const addresses = createOwnAddresses(host.networkInterfaces);
  const sharing = createSharingService({
    config,
    settings,
    addresses,
    secrets: host.secrets,
    isProxy: publicAddress.isTrusted,
    bus,
    clock,
    log,
  });
  const pairing = createPairingService({
    codes: createCodes(clock),
    apiKeys,
    devices,
    user: auth.activeUser,
    beginSession: auth.beginDevice,
    loginLimiter: createLoginRateLimiter(),
    addresses: () => {
      const shared = sharing.state().addresses.map((address) => address.url);
      const configured = publicAddress.configured();
      const all = configured === null ? shared : [configured, ...shared];
      return all.length > 0 ? all : [ownUrl()];
    },
    komgaPrefix: () => settings.get('compat.prefix'),
    bus,
  });
  const kobos = createKoboService({
    store: createKoboStore(context.database),
    apiKeys,
    devices,
    addresses: pairing.addresses,
  });
  return { addresses, sharing, pairing, kobos };
};
