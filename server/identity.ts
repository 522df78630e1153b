import { createApiKeysService } from './features/api-keys/service.ts';
import { createApiKeysStore } from './features/api-keys/store.ts';
import { createAuthenticator } from './features/auth/authenticator.ts';
import { createRememberCallers } from './features/auth/known-callers.ts';
import { createPasswords } from './features/auth/passwords.ts';
import { createAuthService } from './features/auth/service.ts';
import { createSessions } from './features/auth/sessions.ts';
import { createAuthStore } from './features/auth/store.ts';
import { createThrottle } from './features/auth/throttle.ts';
import { createTickets } from './features/auth/tickets.ts';
import { createTokens } from './features/auth/tokens.ts';
import { createDevicesService } from './features/devices/service.ts';
import { createDevicesStore } from './features/devices/store.ts';
import { createMailer } from './features/registration/mailer.ts';
import { createRegistrationService } from './features/registration/service.ts';
import { createRegistrationStore } from './features/registration/store.ts';
import { createUsersService } from './features/users/service.ts';
import { createUsersStore } from './features/users/store.ts';
import { createSignInsService } from './features/sign-ins/service.ts';
import { createSignInsStore } from './features/sign-ins/store.ts';
import type { Ground } from './ground.ts';
import { createGuard } from './http/guard.ts';
import { createHub } from './http/hub.ts';

/** Who is who, and who may do what: users, sessions, keys and devices, and the guard at every door. */
export const createIdentity = ({ host, database, settings, bus, cleanup, clock, log }: Ground) => {
  const authStore = createAuthStore(database);
  const tokens = createTokens(host.secrets);
  const ttlSeconds = () => settings.get('auth.token_ttl_seconds');
  const sessions = createSessions({ store: authStore, tokens, ttlSeconds, clock });
  const passwords = createPasswords();
  const onChange = () => hub.recheck();
  const mustVerify = () => settings.get('auth.require_email_verification');
  const signIns = createSignInsService({ store: createSignInsStore(database), clock, log });
  const auth = createAuthService({
    store: authStore,
    sessions,
    passwords,
    throttle: createThrottle(),
    tickets: createTickets(clock),
    signIns,
    clock,
    mustVerify,
    onChange,
  });
  const users = createUsersService({
    store: createUsersStore(database),
    passwords,
    clock,
    onChange,
  });
  const apiKeys = createApiKeysService({ store: createApiKeysStore(database), clock, onChange });
  const devicesStore = createDevicesStore(database);
  const devices = createDevicesService({
    store: devicesStore,
    granted: apiKeys.granted,
    clock,
    onChange,
  });
  const mailer = createMailer({ settings });
  cleanup.add('mail', () => mailer.close());
  const registration = createRegistrationService({
    store: createRegistrationStore(database),
    users,
    mailer,
    settings,
    clock,
    log,
  });
  const { checkPassword } = auth;
  const authenticator = createAuthenticator({
    store: authStore,
    sessions,
    apiKeys,
    checkPassword,
    remember: createRememberCallers({ database, clock }),
    onKeyUse: devices.seen,
    signIns,
  });
  const guard = createGuard(authenticator);
  const hub = createHub({ bus, stillValid: authenticator.stillValid });
  return {
    authStore,
    auth,
    signIns,
    users,
    apiKeys,
    devices,
    devicesStore,
    registration,
    authenticator,
    guard,
    hub,
  };
};

export type Identity = ReturnType<typeof createIdentity>;
