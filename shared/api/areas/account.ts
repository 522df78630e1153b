import type { Endpoint } from '../../endpoint.ts';
import * as auth from '../auth.ts';
import * as myApps from '../my-apps.ts';
import * as setup from '../setup.ts';
import { signInEndpoints } from '../sign-in-endpoints.ts';
import { singleSignOnEndpoints } from '../single-sign-on.ts';

/** Setting up, signing in, and the own account. */
export const accountArea: readonly Endpoint[] = [
  setup.getSetupStatus,
  setup.initializeSetup,
  auth.login,
  auth.redeemTicket,
  auth.register,
  auth.verifyEmail,
  auth.resendVerification,
  ...signInEndpoints.public,
  auth.logout,
  auth.getMe,
  auth.updateMe,
  ...singleSignOnEndpoints,
  ...signInEndpoints.ofCaller,
  myApps.updateMyApps,
];
