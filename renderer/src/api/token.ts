const key = 'octavo.token';

/**
 * The bearer token of this browser. It outlives the page, so that a reload stays signed in;
 * images and event streams use the cookie that the server sets beside it.
 */
export const readToken = (): string | null => localStorage.getItem(key);

export const writeToken = (token: string): void => localStorage.setItem(key, token);

export const clearToken = (): void => localStorage.removeItem(key);
