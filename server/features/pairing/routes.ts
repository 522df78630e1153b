import {
  createPairing,
  deletePairing,
  getPairing,
  listReaderApps,
  redeemPairing,
} from '../../../shared/api/pairing.ts';
import { originOf } from '../../http/net/origin.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { loginReply } from '../auth/login-reply.ts';
import type { PairingService } from './service.ts';

export const pairingRoutes = ({ pairing }: { pairing: PairingService }): Route[] => [
  route(createPairing, async ({ caller, body }) => {
    const made = await pairing.create(caller, body);
    return new Reply(made, { Location: `/api/v1/pairings/${made.id}` });
  }),
  route(redeemPairing, async ({ body, headers, ip, reachedUrl }) => {
    const from = { ...originOf({ headers, ip }), reachedUrl };
    return loginReply(await pairing.redeem(body, from));
  }),
  route(getPairing, ({ caller, params }) => pairing.get(caller, params.id)),
  route(deletePairing, ({ caller, params }) => pairing.remove(caller, params.id)),
  route(listReaderApps, async ({ caller, reachedUrl }) => ({
    apps: await pairing.apps(caller, reachedUrl),
  })),
];
