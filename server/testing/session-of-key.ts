import { basic, type Headers } from './send-json.ts';

/** Credentials of a session that an API key begins at the Komga API, for our own API. */
export const sessionOfKey = async (
  { url }: { url: string },
  username: string,
  key: string,
): Promise<Headers> => {
  const response = await fetch(`${url}/komga/api/v2/users/me`, {
    headers: { ...basic(username, key), 'x-auth-token': '' },
  });
  return { authorization: `Bearer ${response.headers.get('x-auth-token') ?? ''}` };
};
