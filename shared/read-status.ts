export const readStatuses = ['unread', 'in_progress', 'read'] as const;
export type ReadStatus = (typeof readStatuses)[number];
