import type { Database } from '../../database/types.ts';

/** The (partial) copy of the data in another folder. */
export interface DataCopy {
  target: string;
  /** 1 if the folder existed before, empty. */
  was_there: 0 | 1;
}

export const createDataMovesStore = (database: Database) => {
  const running = database.prepare<[], { id: string; target: string }>(
    `SELECT id, payload ->> 'target' AS target FROM tasks
     WHERE task_type = 'move_data' AND status IN ('pending', 'running') LIMIT 1`,
  );
  // Of several moves to one folder, `max(pk)` selects the last, which recorded how it found the folder.
  const ended = database.prepare<[], DataCopy>(
    `SELECT payload ->> 'target' AS target, coalesce(payload ->> 'was_there', 0) AS was_there, max(pk)
     FROM tasks WHERE task_type = 'move_data' AND status NOT IN ('pending', 'running')
     GROUP BY target`,
  );
  return {
    /** The running or pending move, with its target. */
    running: () => running.get() ?? null,
    /** Targets of moves that have ended, in any state. */
    ended: (): DataCopy[] => ended.all(),
  };
};

export type DataMovesStore = ReturnType<typeof createDataMovesStore>;
