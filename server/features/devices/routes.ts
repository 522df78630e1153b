import { deleteDevice, listDevices, updateDevice } from '../../../shared/api/devices.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { DevicesService } from './service.ts';

export const devicesRoutes = ({ devices }: { devices: DevicesService }): Route[] => [
  route(listDevices, ({ caller, query }) => devices.list(caller, query)),
  route(updateDevice, ({ caller, params, body }) => devices.update(caller, params.id, body)),
  route(deleteDevice, ({ caller, params }) => devices.remove(caller, params.id)),
];
