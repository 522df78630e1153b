/** Allowed values of enumerated fields; some never occur here, but clients filter by them. */
export const readStatuses = ['UNREAD', 'IN_PROGRESS', 'READ'] as const;
export const seriesStatuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
export const mediaStatuses = ['UNKNOWN', 'ERROR', 'READY', 'UNSUPPORTED', 'OUTDATED'] as const;
export const mediaProfiles = ['DIVINA', 'PDF', 'EPUB'] as const;
export const posterTypes = ['GENERATED', 'SIDECAR', 'USER_UPLOADED'] as const;
