import type { QueryClient } from '@tanstack/react-query';

import { identitiesQuery } from '../single-sign-on/queries.ts';
import { secondFactorQuery } from './second-factor-query.ts';

/** These decide which fields the forms of the page have. */
export const firstRequests = (client: QueryClient): Promise<unknown>[] =>
  location.pathname.endsWith('/account')
    ? [client.query(secondFactorQuery), client.query(identitiesQuery())]
    : [];
