import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../schemas.ts';
import { timeZone } from './reading-stats.ts';

const tag = 'Reading progress';

export const goalKinds = ['books', 'pages', 'hours'] as const;
export type GoalKind = (typeof goalKinds)[number];
export const maxGoal = 1_000_000;

const year = wholeNumber(1970, 2200).describe('Calendar year');

export const readingGoalSchema = z
  .object({
    kind: z.enum(goalKinds),
    target: z.int(),
    done: z.number().describe('Books finished, re-reads too; pages read; hours, to a tenth'),
    expected: z
      .number()
      .describe('Expected amount today at an even pace; the target after the end of the year'),
  })
  .meta({ id: 'ReadingGoal' });
export type ReadingGoal = z.infer<typeof readingGoalSchema>;

export const readingGoalsSchema = z
  .object({ year: z.int(), goals: z.array(readingGoalSchema) })
  .meta({ id: 'ReadingGoals' });
export type ReadingGoals = z.infer<typeof readingGoalsSchema>;

const goal = { year, kind: z.enum(goalKinds).describe('The unit') };

export const getReadingGoals = endpoint({
  id: 'getReadingGoals',
  method: 'GET',
  path: '/reading-goals/{year}',
  access: ['progress-read'],
  tag,
  summary: 'The caller’s reading goals of a year, with their progress',
  description: 'Only the caller can see it.',
  params: z.object({ year }),
  query: z.object({ tz: timeZone }),
  response: readingGoalsSchema,
});

export const setReadingGoal = endpoint({
  id: 'setReadingGoal',
  method: 'PUT',
  path: '/reading-goals/{year}/{kind}',
  access: ['progress-write'],
  tag,
  summary: 'Sets a goal for a year',
  params: z.object(goal),
  body: z.object({ target: z.int().min(1).max(maxGoal) }),
  status: 204,
});

export const deleteReadingGoal = endpoint({
  id: 'deleteReadingGoal',
  method: 'DELETE',
  path: '/reading-goals/{year}/{kind}',
  access: ['progress-write'],
  tag,
  summary: 'Removes a goal, if there is one',
  params: z.object(goal),
  status: 204,
});

/** All endpoints of this file. */
export const readingGoalEndpoints = [getReadingGoals, setReadingGoal, deleteReadingGoal] as const;
