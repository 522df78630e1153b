import { expect, test } from 'vitest';

import { newId } from '../../database/ids.ts';
import { createTaskStore } from '../../tasks/store.ts';
import { createTestStore, seedLibrary } from '../../testing/seed.ts';
import { createScansStore } from './store.ts';

test('the last scan of a library outlives a thousand tasks, also if the clock was set back before it', () => {
  const { database, close } = createTestStore();
  try {
    const tasks = createTaskStore(database);
    const scans = createScansStore(database);
    const { id: library_id } = seedLibrary(database);
    const payload = { mode: 'normal' } as const;
    const rename = database.prepare('UPDATE tasks SET id = ? WHERE id = ?');
    const scan = (task_id = newId()): string => {
      rename.run(task_id, tasks.insert({ task_type: 'scan_library', library_id, payload }));
      scans.open({ task_id, library_id, ...payload });
      tasks.finish(task_id, 'completed', null);
      return task_id;
    };
    // Ids begin with the time.
    const earlier = scan('ffffffff-ffff-7000-8000-000000000001');
    const last = scan();
    for (let count = 0; count <= 1000; count += 1) {
      const task = tasks.insert({ task_type: 'generate_thumbnails', library_id: newId() });
      tasks.finish(task, 'completed', null);
    }
    expect(scans.last(library_id)?.task_id).toBe(last);
    expect(tasks.get(earlier)).toBeUndefined();
  } finally {
    close();
  }
});
