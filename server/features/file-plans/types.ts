import type { FilePlanTables } from '../../scanner/file-plans/plan-tables.ts';
import type { TaskRequest } from '../../tasks/task-types.ts';

/** Fields of plans of all kinds. */
export interface FilePlan {
  id: string;
  library_id: string;
  task_id: string | null;
  files: { pending: number; planned: number };
}

/** The books of a new plan; default: the whole library. */
export interface FilePlanBooks {
  series_ids?: string[] | undefined;
  book_ids?: string[] | undefined;
}

export type FilePlanStep = 'plan' | 'apply' | 'undo';

/** The differences between kinds of plans. */
export interface FilePlanKind<Plan extends FilePlan, Body extends FilePlanBooks> {
  tables: FilePlanTables;
  /** Its name in errors. */
  record: string;
  /** Days for which a plan is kept, and can be undone. */
  keptDays: number;
  /** The type of the tasks for a plan, and the key of the plan's id in their payload. */
  taskType: TaskRequest['task_type'];
  taskKey: string;
  task: (id: string, library_id: string, step: FilePlanStep) => TaskRequest;
  /** Fields of a plan `p` and of a file `f` with its book `b`, for `json_object`. */
  fields: string;
  fileFields: string;
  /** Columns of a new plan that only this kind has. */
  columns: readonly string[];
  valuesOf: (body: Body) => Record<string, string | number | null>;
  /** Condition for books `b` of series `s`, with the values of the plan. */
  candidates: string;
  /** Number of changed files. */
  doneOf: (plan: Plan) => number;
  notAllowedProblem: string;
  calibreProblem: string;
  nothingLeftProblem: string;
  doneProblem: string;
  /** Undefined if a plan can be empty. */
  noBooksProblem?: string;
}
