import type { HealthIssue } from '../../../../shared/api/health.ts';

/** Whether a new analysis of the file may fix the issue. */
export const canRetry = ({ kind }: Pick<HealthIssue, 'kind'>): boolean =>
  kind === 'broken' || kind === 'flawed' || kind === 'no_pages' || kind === 'wrong_extension';
