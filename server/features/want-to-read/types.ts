import type { PageRequest } from '../../../shared/schemas.ts';

export interface WantedQuery extends PageRequest<'position' | 'added_at'> {
  /** Excludes what the caller has completed. */
  unread?: boolean | undefined;
}
