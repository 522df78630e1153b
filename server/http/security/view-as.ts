import type { Request } from 'express';

import type { Endpoint } from '../../../shared/endpoint.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import { viewAsHeader } from '../../../shared/view-as.ts';
import type { Requester } from '../../lib/requester.ts';
import type { Caller } from '../api/caller.ts';
import { isListPath } from './list-path.ts';

/** Applies the header of that name to a request, see `viewAsHeader`. */
export type ViewAs = (
  endpoint: Pick<Endpoint, 'access' | 'method' | 'path'>,
  caller: Caller | null,
  request: Request,
) => void;

/**
 * Throws Forbidden for callers who do not manage users, and for requests that may change something,
 * because they would change it as the caller. Reads for which it is enough to be signed in show the caller's own
 * account: they work even if the other person is gone.
 */
export const createViewAs =
  ({
    user,
    identify,
  }: {
    user: (id: string) => { pk: number; restricted: boolean } | null;
    identify: Requester['identify'];
  }): ViewAs =>
  (endpoint, caller, request) => {
    const id = request.headers[viewAsHeader.toLowerCase()]?.toString();
    if (id === undefined || caller === null) return;
    if (endpoint.access === 'signed-in' && endpoint.method === 'GET') return;
    if (!caller.permissions.has('users-write')) {
      throw new AppError('Forbidden', 'This needs the permission users-write', {
        details: { permission: 'users-write' },
      });
    }
    if (caller.restricted) {
      throw new AppError('Forbidden', 'You see only a part of the library yourself');
    }
    if (!isReading(endpoint)) {
      throw new AppError(
        'Forbidden',
        'You see the library as somebody else. Stop that to change something.',
      );
    }
    const viewed = user(id);
    if (!viewed) throw badField(`headers.${viewAsHeader}`, `There is no user ${id}`);
    identify(caller.user.id, viewed.restricted ? viewed.pk : null);
  };

/** Filters and exports are POST requests, because their conditions are long. */
const isReading = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'GET' ||
  (method === 'POST' && (isListPath(path) || /\/(?:export|visible-series)$/.test(path)));
