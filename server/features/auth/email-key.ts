/** The address as it is compared: one mailbox is one user, however it is spelled. */
export const emailKey = (email: string | null): string | null => email?.toLowerCase() ?? null;
