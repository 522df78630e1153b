import type { Endpoint } from '../../endpoint.ts';
import * as apiKeys from '../api-keys.ts';
import * as devices from '../devices.ts';
import { koboEndpoints } from '../kobo.ts';
import { pairingEndpoints } from '../pairing.ts';
import { signInEndpoints } from '../sign-in-endpoints.ts';
import * as users from '../users.ts';

/** Accounts and their devices. */
export const peopleArea: readonly Endpoint[] = [
  users.listUsers,
  users.createUser,
  users.countVisibleSeries,
  users.getUser,
  users.updateUser,
  users.deleteUser,
  ...signInEndpoints.ofUsers,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.getApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  ...pairingEndpoints,
  devices.listDevices,
  devices.updateDevice,
  devices.deleteDevice,
  ...koboEndpoints,
];
