import { createKobo, getKobo, sendKoboAgain, updateKobo } from '../../../shared/api/kobo.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { KoboService } from './service.ts';

export const koboRoutes = ({ kobos }: { kobos: KoboService }): Route[] => [
  route(createKobo, ({ caller, body, publicUrl }) => {
    const made = kobos.create(caller, body, publicUrl);
    return new Reply(made, { Location: `/api/v1/devices/${made.device.id}/kobo` });
  }),
  route(getKobo, ({ caller, params }) => kobos.get(caller, params.id)),
  route(updateKobo, ({ caller, params, body }) => kobos.update(caller, params.id, body)),
  route(sendKoboAgain, ({ caller, params, body }) => kobos.sendAgain(caller, params.id, body)),
];
