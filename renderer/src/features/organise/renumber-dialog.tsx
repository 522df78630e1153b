import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { organise, type OrganiseResult } from '../../../../shared/api/organise.ts';
import { api } from '../../api/client.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { closeBulkDialog, useBulkDialog } from '../selection/bulk-dialog-store.ts';
import { clearSelection } from '../selection/selection-store.ts';
import { sequenceDraft } from './drafts.ts';
import { ConflictLine } from './conflict-line.tsx';
import classes from './organise.module.css';
import { previewQuery, useOfferUndoOfChange } from './queries.ts';
import {
  firstSequence,
  isValidSequence,
  SequenceFields,
  type Sequence,
} from './sequence-fields.tsx';

/** Numbers the selected books, with a preview. */
export const RenumberDialog = () => {
  const { t } = useTranslation('organise');
  const bookIds = useBulkDialog(({ open }) => (open?.dialog === 'renumber' ? open.bookIds : null));
  return (
    <Dialog title={t('number.title')} opened={bookIds !== null} onClose={closeBulkDialog}>
      {bookIds !== null && <RenumberForm bookIds={bookIds} />}
    </Dialog>
  );
};

const RenumberForm = ({ bookIds }: { bookIds: readonly string[] }) => {
  const { t } = useTranslation('organise');
  const offerUndoOf = useOfferUndoOfChange();
  const [sequence, setSequence] = useState<Sequence>(firstSequence);
  const draft = { id: 0, ...sequenceDraft(bookIds, sequence) };
  const isValid = isValidSequence(sequence);
  const preview = useQuery({ ...previewQuery([draft]), enabled: isValid });
  const apply = useMutation({
    mutationFn: () => api.call(organise, { body: { changes: [draft.change] } }),
    onSuccess: ({ change_id, book_count }) => {
      closeBulkDialog();
      clearSelection();
      return offerUndoOf(change_id, t('applied', { count: book_count }));
    },
  });
  const { data } = preview;
  const isBlocked = data?.conflicts.some(({ blocking }) => blocking) ?? true;
  const { error } = apply.error === null ? preview : apply;
  return (
    <DialogForm
      action={t('number.apply')}
      change={{ isPending: apply.isPending, error }}
      disabled={!isValid || isBlocked || data?.book_count === 0}
      onSubmit={() => apply.mutate()}
      onCancel={closeBulkDialog}
    >
      <p>{t('number.order', { count: bookIds.length })}</p>
      <SequenceFields value={sequence} onChange={setSequence} />
      {data !== undefined && <Preview result={data} field={sequence.field} />}
    </DialogForm>
  );
};

/** Maximum books that the preview shows. */
const maxShown = 8;

const Preview = ({ result, field }: { result: OrganiseResult; field: Sequence['field'] }) => {
  const { t } = useTranslation('organise');
  const { number } = useLocale();
  const formatted = (value: number | null) => (value === null ? '–' : number(value));
  const { books, book_count: count, conflicts } = result;
  return (
    <div aria-live="polite">
      {count === 0 && <p className={classes.quiet}>{t('pending.nothing')}</p>}
      <ul className={classes.outcome}>
        {books.slice(0, maxShown).map(({ book_id, title, before, after }) => (
          <li key={book_id}>
            <strong>{title}</strong>
            <span>
              {formatted(before[field])} → {formatted(after[field])}
            </span>
          </li>
        ))}
      </ul>
      {count > maxShown && (
        <p className={classes.quiet}>{t('number.others', { count: count - maxShown })}</p>
      )}
      {conflicts.map((conflict, index) => (
        <ConflictLine key={index} conflict={conflict} />
      ))}
    </div>
  );
};
