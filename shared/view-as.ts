/**
 * Request header with the id of a user: reads then return only what that user can see. For callers
 * who manage users; progress and permissions stay the caller's.
 */
export const viewAsHeader = 'X-Octavo-View-As';
