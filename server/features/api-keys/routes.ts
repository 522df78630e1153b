import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  updateApiKey,
} from '../../../shared/api/api-keys.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { ApiKeysService } from './service.ts';

export const apiKeysRoutes = ({ apiKeys }: { apiKeys: ApiKeysService }): Route[] => [
  route(listApiKeys, ({ caller, query }) => apiKeys.list(caller, query)),
  route(createApiKey, ({ caller, body }) => {
    const key = apiKeys.create(caller, body);
    return new Reply(key, { Location: `/api/v1/api-keys/${key.id}` });
  }),
  route(getApiKey, ({ caller, params }) => apiKeys.get(caller, params.id)),
  route(updateApiKey, ({ caller, params, body }) => apiKeys.update(caller, params.id, body)),
  route(deleteApiKey, ({ caller, params }) => apiKeys.remove(caller, params.id)),
];
