import type { Endpoint } from '../../../shared/endpoint.ts';
import { errorStatus, type ErrorCode } from '../../../shared/errors.ts';

/**
 * Possible errors of an endpoint, lowest status first: its own and those implied by its
 * declaration.
 */
export const documentedErrors = (endpoint: Endpoint): ErrorCode[] => {
  const { access, params, query, body, produces, errors } = endpoint;
  const codes = new Set<ErrorCode>(errors);
  if (query || body) codes.add('BadRequest');
  if (params) codes.add('NotFound');
  if (body) codes.add('PayloadTooLarge').add('UnsupportedMediaType');
  if (produces) codes.add('RangeNotSatisfiable');
  // Besides a missing permission: an unconfirmed address, a cross-site change.
  if (access !== 'public') codes.add('Unauthorized').add('Forbidden');
  codes.add('MisdirectedRequest').add('TooManyRequests');
  codes.add('InternalError').add('ServiceUnavailable');
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b]);
};
