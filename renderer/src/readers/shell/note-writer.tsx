import type { ListedAnnotation } from '../../../../shared/api/annotations.ts';
import type { Locator } from '../epub/engine/locator.ts';
import { NoteDialog, type Draft } from './note-dialog.tsx';
import type { Marks } from './use-marks.ts';

/** The note being edited: a new one at a locator, or an existing one. */
export type EditedNote =
  { draft: Draft; locator: Locator } | { draft: Draft; mark: ListedAnnotation };

/** Null where nothing can be shared. A file that is in no library is its own series. */
export const sharingOf = ({ kind, is_shared, book_id, series_id }: ListedAnnotation) =>
  kind === 'bookmark' || book_id === series_id ? null : is_shared;

export const changeOf = (mark: ListedAnnotation): EditedNote => ({
  mark,
  draft: { text: mark.text, note: mark.note ?? '', color: mark.color, is_shared: sharingOf(mark) },
});

interface NoteWriterProps extends Pick<Marks, 'saveAt' | 'change' | 'remove'> {
  writing: EditedNote;
  onAdded: () => void;
  onClose: () => void;
}

/** Shows the note dialog and saves its result. */
export const NoteWriter = (props: NoteWriterProps) => {
  const { writing, saveAt, change, remove, onAdded, onClose } = props;
  return (
    <NoteDialog
      draft={writing.draft}
      form={formOf(writing)}
      onClose={onClose}
      onSave={async ({ text, note, color, is_shared }) => {
        const sharing = is_shared === null ? {} : { is_shared };
        if ('mark' in writing) {
          await change(writing.mark.id, { note, color, ...sharing });
          return;
        }
        await saveAt(writing.locator, {
          kind: 'note',
          note,
          ...(text === null ? {} : { text }),
          ...(color === null ? {} : { color }),
          ...sharing,
        });
        onAdded();
      }}
      {...('mark' in writing
        ? {
            onDelete: () => {
              remove(writing.mark);
              onClose();
            },
          }
        : {})}
    />
  );
};

const formOf = (writing: EditedNote): string =>
  'mark' in writing
    ? writing.mark.id
    : `${writing.locator.href} ${String(writing.locator.locations.position)}`;
