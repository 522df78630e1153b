import type { Annotation } from '../../../shared/api/annotations.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { AnnotationsService } from '../annotations/service.ts';
import type { ProgressService } from '../progress/types.ts';
import type { ArrivedFile, OpenedFilesStore } from './store.ts';

interface ReadingStateMigrationOptions {
  store: Pick<OpenedFilesStore, 'arrived' | 'setProgress' | 'marks' | 'forgetMarks'>;
  progress: Pick<ProgressService, 'update'>;
  annotations: Pick<AnnotationsService, 'create'>;
  callerNamed: (username: string) => Caller | null;
}

/**
 * Migrates positions and annotations of opened files to the books they have become, however they
 * were added. A book that was read since keeps its own position.
 */
export const createReadingStateMigration = (
  options: ReadingStateMigrationOptions,
): (() => void) => {
  const { store, progress, annotations, callerNamed } = options;
  const giveProgress = (caller: Caller, { id, book_id, place }: ArrivedFile) => {
    if (place === null) return;
    // A position in a text contains the resource URL of the file.
    const location = place.location?.replaceAll(id, book_id);
    progress.update(caller, book_id, {
      current_page: place.current_page,
      is_completed: place.is_completed,
      updated_at: place.updated_at,
      ...(location === undefined ? {} : { location }),
    });
  };
  const giveMark = (caller: Caller, { id, book_id }: ArrivedFile, mark: Annotation) =>
    annotations.create(caller, book_id, {
      ...mark,
      location: mark.location?.replaceAll(id, book_id),
    });

  return () => {
    for (const file of store.arrived()) {
      const caller = callerNamed(file.username);
      if (!caller) continue;
      ignoreRefusal(() => giveProgress(caller, file));
      store.setProgress(file.pk, null);
      for (const mark of store.marks(file.pk)) ignoreRefusal(() => giveMark(caller, file, mark));
      store.forgetMarks(file.pk);
    }
  };
};

/**
 * Data that the book rejects, because it has something newer or is full, is deleted with the file.
 */
const ignoreRefusal = (give: () => unknown): void => {
  try {
    give();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
};
