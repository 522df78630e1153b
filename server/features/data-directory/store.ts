import type { Database } from '../../database/database.ts';

export const createDataMovesStore = (database: Database) => {
  const running = database.prepare<[], { id: string; target: string }>(
    `SELECT id, payload ->> 'target' AS target FROM tasks
     WHERE task_type = 'move_data' AND status IN ('pending', 'running') LIMIT 1`,
  );
  return {
    /** The move that is copied or waits to be, and where to. */
    running: () => running.get() ?? null,
  };
};
