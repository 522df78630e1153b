import type { HealthIssue } from '../../../../shared/api/health.ts';

/** Whether reading the file again may find it in order. */
export const canRetry = ({ kind }: Pick<HealthIssue, 'kind'>): boolean =>
  kind === 'broken' || kind === 'flawed' || kind === 'no_pages' || kind === 'wrong_extension';
