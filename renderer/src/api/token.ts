import { basePath } from './base-path.ts';

/** Servers below other paths of the same site have tokens of their own. */
export const tokenKey = `octavo.token${basePath}`;

/**
 * This browser's bearer token, kept across reloads; empty after it has expired. Images and event
 * streams use the cookie that the server sets with it.
 */
export const readToken = (): string | null => localStorage.getItem(tokenKey) || null;

export const writeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearToken = (): void => localStorage.removeItem(tokenKey);
