import { createApiKeysService } from '../features/api-keys/service.ts';
import { createApiKeysStore } from '../features/api-keys/store.ts';
import { createAuthenticator } from '../features/auth/authenticator.ts';
import { createCallerCache } from '../features/auth/caller-cache.ts';
import { createPasswords } from '../features/auth/passwords.ts';
import { createAuthService } from '../features/auth/service.ts';
import { createSessions } from '../features/auth/sessions.ts';
import { createAuthStore } from '../features/auth/store.ts';
import { createLoginRateLimiter } from '../features/auth/login-rate-limiter.ts';
import { createTickets } from '../features/auth/tickets.ts';
import { createTokens } from '../features/auth/tokens.ts';
import { createDevicesService } from '../features/devices/service.ts';
import { createDevicesStore } from '../features/devices/store.ts';
import { createPasskeysService } from '../features/passkeys/service.ts';
import { createPasskeysStore } from '../features/passkeys/store.ts';
import { createPasswordResetService } from '../features/password-reset/service.ts';
import { createPasswordResetStore } from '../features/password-reset/store.ts';
import { createMailer } from '../features/registration/mailer.ts';
import { createRegistrationService } from '../features/registration/service.ts';
import { createRegistrationStore } from '../features/registration/store.ts';
import { createUsersService } from '../features/users/service.ts';
import { createUsersStore } from '../features/users/store.ts';
import { createCodeCheck } from '../features/second-factor/codes.ts';
import { createSecretBox } from '../features/second-factor/secret-box.ts';
import { createSecondFactorService } from '../features/second-factor/service.ts';
import { createSecondFactorStore } from '../features/second-factor/store.ts';
import { createSessionsService } from '../features/sessions/service.ts';
import { createSessionsStore } from '../features/sessions/store.ts';
import { createSignInsService } from '../features/sign-ins/service.ts';
import { createSignInsStore } from '../features/sign-ins/store.ts';
import type { AppContext } from './app-context.ts';
import { createGuard } from '../http/security/guard.ts';
import { createVisibleEvents } from '../features/events/visible-events.ts';
import { createTaskStore } from '../tasks/store.ts';
import { createViewAs } from '../http/security/view-as.ts';
import { createSseHub } from '../http/sse/sse-hub.ts';
import { createSingleSignOnServices } from './single-sign-on.ts';

/** Authentication and authorisation: users, sessions, API keys, devices. */
export const createAuthServices = (context: AppContext) => {
  const { host, database, settings, bus, shutdown, clock, deletionClock, log, requester } = context;
  const { lateWrite } = context;
  const authStore = createAuthStore(database);
  const tokens = createTokens(host.secrets);
  const ttlSeconds = () => settings.get('auth.token_ttl_seconds');
  const sessions = createSessions({
    ...{ store: authStore, tokens, ttlSeconds, clock, deletionClock, lateWrite },
  });
  const passwords = createPasswords({ ownerOf: requester.current });
  const onChange = () => hub.revalidate();
  const mustVerify = () => settings.get('auth.require_email_verification');
  const signInsStore = createSignInsStore(database);
  const signIns = createSignInsService({
    ...{ store: signInsStore, clock, deletionClock, log, lateWrite },
  });
  const secondFactorStore = createSecondFactorStore(database);
  const box = createSecretBox(host.secrets);
  const checkCode = createCodeCheck({ store: secondFactorStore, box, clock });
  const auth = createAuthService({
    store: authStore,
    sessions,
    passwords,
    loginLimiter: createLoginRateLimiter(undefined, signInsStore.passwordAddresses),
    tickets: createTickets(clock),
    checkCode,
    signIns,
    clock,
    mustVerify,
    onChange,
  });
  const users = createUsersService({
    store: createUsersStore(database),
    passwords,
    refuseOwn: auth.refuseOwn,
    clock,
    onChange,
  });
  const singleSignOn = createSingleSignOnServices(context, {
    ...{ authStore, auth, sessions, users, signIns },
  });
  const ownSessions = createSessionsService({
    store: createSessionsStore(database),
    sessions,
    users,
    clock,
    onChange,
  });
  const secondFactor = createSecondFactorService({
    store: secondFactorStore,
    auth,
    users,
    box,
    checkCode,
    settings,
    clock,
    onChange,
  });
  const passkeys = createPasskeysService({
    store: createPasskeysStore(database),
    auth,
    settings,
    signIns,
    clock,
  });
  const apiKeys = createApiKeysService({
    store: createApiKeysStore(database),
    clock,
    lateWrite,
    onChange,
  });
  const devicesStore = createDevicesStore(database);
  const devices = createDevicesService({
    store: devicesStore,
    granted: apiKeys.granted,
    clock,
    lateWrite,
    onChange,
  });
  const mailer = createMailer({ settings });
  shutdown.defer('mail', () => mailer.close());
  const registration = createRegistrationService({
    store: createRegistrationStore(database),
    users,
    mailer,
    settings,
    clock,
    log,
    isNamedByProxy: () => singleSignOn.proxy.settings().enabled,
  });
  const passwordReset = createPasswordResetService({
    store: createPasswordResetStore(database),
    auth,
    passwords,
    mailer,
    settings,
    signIns,
    clock,
    log,
    onChange,
  });
  const { checkPassword } = auth;
  const authenticator = createAuthenticator({
    store: authStore,
    sessions,
    apiKeys,
    checkPassword,
    remember: createCallerCache({ database, clock }),
    onKeyUse: devices.seen,
    identify: requester.identify,
    signIns,
  });
  const guard = createGuard(authenticator);
  const viewAs = createViewAs({ user: authStore.userById, identify: requester.identify });
  const hub = createSseHub({
    bus,
    stillValid: authenticator.stillValid,
    restrict: createVisibleEvents(database, createTaskStore(database).activity),
  });
  return {
    authStore,
    auth,
    signIns,
    users,
    singleSignOn,
    ownSessions,
    secondFactor,
    passkeys,
    passwordReset,
    apiKeys,
    devices,
    devicesStore,
    mailer,
    registration,
    authenticator,
    guard,
    viewAs,
    hub,
  };
};

export type AuthServices = ReturnType<typeof createAuthServices>;
