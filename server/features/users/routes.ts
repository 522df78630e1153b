import {
  countVisibleSeries,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
} from '../../../shared/api/users.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { UsersService } from './service.ts';

export const usersRoutes = ({ users }: { users: UsersService }): Route[] => [
  route(listUsers, ({ query }) => users.list(query)),
  route(createUser, async ({ caller, body }) => {
    const user = await users.create(caller, body);
    return new Reply(user, { Location: `/api/v1/users/${user.id}` });
  }),
  route(countVisibleSeries, ({ body }) => users.countVisible(body)),
  route(getUser, ({ params }) => users.get(params.id)),
  route(updateUser, ({ caller, params, body }) => users.update(caller, params.id, body)),
  route(deleteUser, ({ caller, params }) => users.remove(caller, params.id)),
];
