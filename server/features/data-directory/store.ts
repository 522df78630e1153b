import type { Database } from '../../database/database.ts';

/** A folder that the data was copied to, or begun to be. */
export interface DataCopy {
  target: string;
  /** 1 where it was there before, empty. */
  was_there: 0 | 1;
}

export const createDataMovesStore = (database: Database) => {
  const running = database.prepare<[], { id: string; target: string }>(
    `SELECT id, payload ->> 'target' AS target FROM tasks
     WHERE task_type = 'move_data' AND status IN ('pending', 'running') LIMIT 1`,
  );
  // Of several moves to one folder the last tells how it was found.
  const ended = database.prepare<[], DataCopy>(
    `SELECT payload ->> 'target' AS target, coalesce(payload ->> 'was_there', 0) AS was_there, max(pk)
     FROM tasks WHERE task_type = 'move_data' AND status NOT IN ('pending', 'running')
     GROUP BY target`,
  );
  return {
    /** The move that is copied or waits to be, and where to. */
    running: () => running.get() ?? null,
    /** Where moves went that are neither, however they ended. */
    ended: (): DataCopy[] => ended.all(),
  };
};

export type DataMovesStore = ReturnType<typeof createDataMovesStore>;
