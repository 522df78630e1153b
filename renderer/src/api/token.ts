export const tokenKey = 'octavo.token';

/**
 * This browser's bearer token, kept across reloads. Images and event streams use the cookie that
 * the server sets with it.
 */
export const readToken = (): string | null => localStorage.getItem(tokenKey);

export const writeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearToken = (): void => localStorage.removeItem(tokenKey);
