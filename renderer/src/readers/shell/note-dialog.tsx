import { Button, Switch, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { annotationColors, type AnnotationColor } from '../../../../shared/api/annotations.ts';
import { useDraftText } from '../../ui/controls/use-draft-text.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { markColors } from '../epub/engine/book-style.ts';
import classes from './note-dialog.module.css';

export interface Draft {
  text: string | null;
  note: string;
  color: AnnotationColor | null;
  /** Null where nothing can be shared: a bookmark, or a file that is in no library. */
  is_shared: boolean | null;
}

interface NoteDialogProps {
  /** The note to create or edit. */
  draft: Draft;
  /** Identifies the note, also one that is not saved yet. */
  form: string;
  onClose: () => void;
  /** Rejects if the note could not be saved; the dialog then stays open. */
  onSave: (draft: Draft) => Promise<void>;
  onDelete?: () => void;
}

const longest = 16_384;

/** Creates or edits a note and its colour. */
export const NoteDialog = ({ draft, form, onClose, onSave, onDelete }: NoteDialogProps) => {
  const { t } = useTranslation('text');
  const { text: note, setText: setNote, forget } = useDraftText(`note ${form}`, draft.note);
  const [color, setColor] = useState(draft.color);
  const [isShared, setShared] = useState(draft.is_shared);
  const leave = () => {
    forget();
    onClose();
  };
  const saving = useMutation({ mutationFn: onSave, onSuccess: leave, networkMode: 'always' });
  return (
    <Dialog title={t('note.title')} opened onClose={onClose}>
      {draft.text !== null && (
        <blockquote
          className={classes.quote}
          style={{ '--color': markColors[color ?? ''] } as React.CSSProperties}
        >
          {draft.text}
        </blockquote>
      )}
      {color !== null && (
        <div className={classes.colors} role="radiogroup" aria-label={t('note.color')}>
          {annotationColors.map((name) => (
            <label key={name} title={t(`color.${name}`)}>
              <input
                type="radio"
                name="color"
                aria-label={t(`color.${name}`)}
                checked={name === color}
                onChange={() => setColor(name)}
              />
              <span style={{ '--color': markColors[name] } as React.CSSProperties} />
            </label>
          ))}
        </div>
      )}
      <Textarea
        data-autofocus
        label={t('note.label')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={longest}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {isShared !== null && (
        <Switch
          className={classes.share}
          label={t('note.share')}
          description={t('note.shareText')}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
      <FormError error={saving.error} />
      <DialogActions>
        {onDelete && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              forget();
              onDelete();
            }}
          >
            {t('marks.delete')}
          </Button>
        )}
        <Button variant="default" onClick={leave}>
          {t('note.cancel')}
        </Button>
        <Button
          loading={saving.isPending}
          onClick={() => saving.mutate({ ...draft, note, color, is_shared: isShared })}
        >
          {t('note.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
