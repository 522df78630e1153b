import { login } from '../../../shared/api/auth.ts';
import { initializeSetup } from '../../../shared/api/setup.ts';
import type { EndpointInput } from '../../../shared/endpoint.ts';
import { api } from './client.ts';
import { acceptSession } from './session.ts';

/** @throws {AppError} `Unauthorized` or `TooManyRequests`, with a message to show */
export const signIn = async (body: EndpointInput<typeof login>['body']): Promise<void> => {
  await acceptSession(await api.call(login, { body }));
};

/**
 * Creates the first administrator and signs in. `Conflict` if another one was created meanwhile.
 */
export const createOwner = async (
  owner: EndpointInput<typeof initializeSetup>['body'],
): Promise<void> => {
  await acceptSession(await api.call(initializeSetup, { body: owner }));
};
