import { badField } from '../../../shared/errors.ts';

/** Allowed values of enumerated fields; some never occur here, but clients filter by them. */
export const readStatuses = ['UNREAD', 'IN_PROGRESS', 'READ'] as const;
export const seriesStatuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
export const mediaStatuses = ['UNKNOWN', 'ERROR', 'READY', 'UNSUPPORTED', 'OUTDATED'] as const;
export const mediaProfiles = ['DIVINA', 'PDF', 'EPUB'] as const;
export const posterTypes = ['GENERATED', 'SIDECAR', 'USER_UPLOADED'] as const;

/** An allowed value, in lower case as in Octavo's own filters. Throws BadRequest for any other. */
export const readChoice = (choices: readonly string[], value: unknown, path: string): string => {
  const choice = typeof value === 'string' ? value.toUpperCase() : '';
  if (!choices.includes(choice)) throw badField(path, `Use one of ${choices.join(', ')}`);
  return choice.toLowerCase();
};
