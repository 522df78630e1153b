import { queryOptions } from '@tanstack/react-query';

import {
  deleteReadingGoal,
  getReadingGoals,
  type GoalKind,
  goalKinds,
  setReadingGoal,
} from '../../../../shared/api/reading-goals.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = ['reading-goals'];

/** The goals of a year; days are in the local time zone. */
export const goalsQuery = (year: number) =>
  queryOptions({
    queryKey: [...key, year],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(getReadingGoals, {
        params: { year },
        query: { tz: Intl.DateTimeFormat().resolvedOptions().timeZone },
        signal,
      }),
  });

/** Sets each goal of a year; null removes it. */
export const useSetGoals = (year: number) =>
  useChange([key], (targets: Record<GoalKind, number | null>) =>
    Promise.all(
      goalKinds.map((kind) => {
        const params = { year, kind };
        const target = targets[kind];
        return target === null
          ? api.call(deleteReadingGoal, { params })
          : api.call(setReadingGoal, { params, body: { target } });
      }),
    ),
  );
