import type { Endpoint } from '../endpoint.ts';
import * as passkeys from './passkeys.ts';
import * as passwordReset from './password-reset.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as signIns from './sign-ins.ts';

/** Endpoints about signing in, by where the documentation has them. */
export const signInEndpoints = {
  public: [
    passwordReset.requestPasswordReset,
    passwordReset.redeemPasswordReset,
    passkeys.startPasskeySignIn,
    passkeys.signInWithPasskey,
  ],
  ofCaller: [
    sessions.listSessions,
    sessions.endOtherSessions,
    sessions.endSession,
    signIns.listOwnSignIns,
    secondFactor.getSecondFactor,
    secondFactor.setUpSecondFactor,
    secondFactor.confirmSecondFactor,
    secondFactor.renewRecoveryCodes,
    secondFactor.turnOffSecondFactor,
    passkeys.listPasskeys,
    passkeys.addPasskey,
    passkeys.startPasskey,
    passkeys.removePasskey,
  ],
  ofUsers: [
    sessions.listUserSessions,
    sessions.endUserSessions,
    sessions.endUserSession,
    secondFactor.removeUserSecondFactor,
    signIns.listSignIns,
  ],
} satisfies Record<string, readonly Endpoint[]>;
