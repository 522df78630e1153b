import {
  ignoreHealthIssues,
  retryHealthIssues,
  type HealthIssue,
} from '../../../../shared/api/health.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** Issues of books and series, reduced to the fields that identify them. */
type IssueNames = Pick<HealthIssue, 'kind' | 'id'>[];

export const useIgnoreIssues = () =>
  useChange(
    [keys.health],
    ({ issues, ignored }: { issues: IssueNames; ignored: boolean }) =>
      api.call(ignoreHealthIssues, {
        body: { issues: issues.map(({ kind, id }) => ({ kind, id })), ignored },
      }),
    reportFailure,
  );

export const useRetryIssues = () =>
  useChange(
    [keys.health],
    (book_ids: string[]) => api.call(retryHealthIssues, { body: { book_ids } }),
    reportFailure,
  );
