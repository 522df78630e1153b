import { basePath } from './base-path.ts';

/** Servers below other paths of the same site have tokens of their own. */
export const tokenKey = `octavo.token${basePath}`;

/** The bearer token of this browser, kept across reloads; null if nobody is signed in or the session has expired. */
export const readStoredToken = (): string | null => localStorage.getItem(tokenKey) || null;

/** Stores it for all pages of this browser; empty after it has expired. */
export const storeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearStoredToken = (): void => localStorage.removeItem(tokenKey);

let pageToken: string | null = null;

/**
 * The token of this page. It is not the stored one while somebody else has signed in, here or in another tab: what this
 * page still sends must not be saved for them. Images and event streams use the cookie that the server sets with it.
 */
export const readToken = (): string | null => pageToken;

export const setPageToken = (token: string | null): void => {
  pageToken = token;
};
