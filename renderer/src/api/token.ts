import { basePath } from './base-path.ts';

/** Servers below other paths of the same site have tokens of their own. */
export const tokenKey = `octavo.token${basePath}`;

/**
 * This browser's bearer token, kept across reloads. Images and event streams use the cookie that
 * the server sets with it.
 */
export const readToken = (): string | null => localStorage.getItem(tokenKey) || null;

/** A session that expired leaves an empty token, so that other tabs can tell it from a sign-out. */
export const expireToken = (): void => localStorage.setItem(tokenKey, '');

export const writeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearToken = (): void => localStorage.removeItem(tokenKey);
