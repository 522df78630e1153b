export const tokenKey = 'octavo.token';

/**
 * The bearer token of this browser. It outlives the page, so that a reload stays signed in;
 * images and event streams use the cookie that the server sets beside it.
 */
export const readToken = (): string | null => localStorage.getItem(tokenKey);

export const writeToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearToken = (): void => localStorage.removeItem(tokenKey);
