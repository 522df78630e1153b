import {
  addPasskey,
  startPasskey,
  startPasskeySignIn,
  type NewPasskey,
  type PasskeyAssertion,
} from '../../../../shared/api/passkeys.ts';
import type { EndpointInput, EndpointResult } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';

/** Why this page cannot have passkeys; null if it can. */
export const passkeyObstacle = (): 'insecure' | 'address' | 'unsupported' | null => {
  if (!window.isSecureContext) return 'insecure';
  // Passkeys belong to a host name, which a numeric address is not.
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'address';
  const canCreate =
    'AuthenticatorAttestationResponse' in window &&
    'getPublicKey' in AuthenticatorAttestationResponse.prototype;
  return canCreate ? null : 'unsupported';
};

/** The person closed the browser's dialog, or the device has no passkey for this page. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The device already has a passkey of this account. */
export const isPasskeyKnown = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

const toBase64url = (buffer: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Creates a passkey on this device and adds it to the account. */
export const createPasskey = async (
  name: string,
  body: EndpointInput<typeof startPasskey>['body'],
): Promise<void> => {
  const options = await api.call(startPasskey, { body });
  const credential = await askToCreate(options);
  await api.call(addPasskey, { body: { name, credential } });
};

const askToCreate = async (options: EndpointResult<typeof startPasskey>): Promise<NewPasskey> => {
  const { rp_id, rp_name, user_id, username } = options;
  const created = await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(options.challenge),
      rp: { id: rp_id, name: rp_name },
      user: { id: toBytes(user_id), name: username, displayName: username },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: options.existing.map((id) => ({ type: 'public-key', id: toBytes(id) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  });
  const { rawId, response } = created as PublicKeyCredential & {
    response: AuthenticatorAttestationResponse;
  };
  return {
    id: toBase64url(rawId),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.getAuthenticatorData()),
      publicKey: toBase64url(response.getPublicKey()),
      publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
      transports: response.getTransports(),
    },
  };
};

/** Whether the browser can offer passkeys in the field for the name. */
export const canOfferInField = async (): Promise<boolean> =>
  passkeyObstacle() === null &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable());

/** Asks for one of the person's passkeys: in a dialog, or among the suggestions of a field. */
export const askForPasskey = async (
  mediation: 'required' | 'conditional',
  signal: AbortSignal,
): Promise<PasskeyAssertion> => {
  const { challenge, rp_id } = await api.call(startPasskeySignIn, { signal });
  const found = await navigator.credentials.get({
    mediation,
    signal,
    publicKey: { challenge: toBytes(challenge), rpId: rp_id, userVerification: 'required' },
  });
  const { rawId, response } = found as PublicKeyCredential & {
    response: AuthenticatorAssertionResponse;
  };
  return {
    id: toBase64url(rawId),
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.authenticatorData),
      signature: toBase64url(response.signature),
    },
  };
};
