import { listOwnSignIns, listSignIns } from '../../../shared/api/sign-ins.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { SignInsService } from './service.ts';

export const signInsRoutes = ({ signIns }: { signIns: SignInsService }): Route[] => [
  route(listOwnSignIns, ({ caller, query }) => signIns.page(caller.user_pk, query)),
  route(listSignIns, ({ query }) => signIns.page(null, query)),
];
