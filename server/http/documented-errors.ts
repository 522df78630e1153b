import type { Endpoint } from '../../shared/endpoint.ts';
import { errorStatus, type ErrorCode } from '../../shared/errors.ts';

/** The errors that an endpoint can give, lowest status first: its own and those that its declaration implies. */
export const documentedErrors = (endpoint: Endpoint): ErrorCode[] => {
  const { access, params, query, body, errors } = endpoint;
  const codes = new Set<ErrorCode>(errors);
  if (query || body) codes.add('BadRequest');
  if (params) codes.add('NotFound');
  if (body) codes.add('PayloadTooLarge').add('UnsupportedMediaType');
  // Beside a missing permission: an address that is not confirmed yet, a change caused by another site.
  if (access !== 'public') codes.add('Unauthorized').add('Forbidden');
  codes.add('MisdirectedRequest').add('TooManyRequests');
  codes.add('InternalError').add('ServiceUnavailable');
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b]);
};
