/** A user name or address of a failed write to `users` that another user signs in with. */
export interface TakenName {
  field: 'username' | 'email';
  /** Whether the other user has it as the other kind of name. */
  isOtherKind: boolean;
}

/**
 * The name for which SQLite rejected a write, or null for any other error: `users` has UNIQUE keys
 * for names and addresses, and triggers compare the two.
 */
export const takenName = (error: unknown): TakenName | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code, message } = error;
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_TRIGGER') return null;
  const field = /users\.(username|email)_key/.exec(message)?.[1];
  if (field !== 'username' && field !== 'email') return null;
  return { field, isOtherKind: code === 'SQLITE_CONSTRAINT_TRIGGER' };
};
