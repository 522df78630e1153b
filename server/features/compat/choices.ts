/** Values of the fields that know only a few; some are never held here, but clients ask for them. */
export const readStatuses = ['UNREAD', 'IN_PROGRESS', 'READ'] as const;
export const seriesStatuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
export const mediaStatuses = ['UNKNOWN', 'ERROR', 'READY', 'UNSUPPORTED', 'OUTDATED'] as const;
export const mediaProfiles = ['DIVINA', 'PDF', 'EPUB'] as const;
export const posterTypes = ['GENERATED', 'SIDECAR', 'USER_UPLOADED'] as const;
