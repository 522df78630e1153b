import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { reprocessChoices, startReprocess, type ReprocessChoice } from './reprocess-calls.ts';
import classes from './reprocess-dialog.module.css';
import {
  closeBulkDialog,
  useBulkDialog,
  type ReprocessScope,
} from '../selection/bulk-dialog-store.ts';

/** Reads a library, series or books again, or resets what was edited. */
export const ReprocessDialog = () => {
  const { t } = useTranslation('reprocess');
  const scope = useBulkDialog(({ open }) => (open?.dialog === 'refresh' ? open.scope : null));
  return (
    <Dialog title={t('title')} opened={scope !== null} onClose={closeBulkDialog}>
      {scope !== null && <ReprocessForm scope={scope} />}
    </Dialog>
  );
};

const ReprocessForm = ({ scope }: { scope: ReprocessScope }) => {
  const { t } = useTranslation('reprocess');
  const client = useQueryClient();
  const name = useId();
  const [choice, setChoice] = useState<ReprocessChoice>('metadata');
  const change = useMutation({
    mutationFn: () => startReprocess(scope, choice, client),
    onSuccess: closeBulkDialog,
  });
  return (
    <DialogForm
      action={t(choice === 'reset' ? 'reset' : 'start')}
      change={change}
      onSubmit={() => change.mutate()}
      onCancel={closeBulkDialog}
    >
      <p className={classes.scope}>
        {scope.name ?? t(scope.kind === 'series' ? 'series' : 'books', { count: scope.ids.length })}
      </p>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{t('legend')}</legend>
        {reprocessChoices.map((value) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={value === choice}
              onChange={() => setChoice(value)}
            />
            <strong>{t(`choice.${value}`)}</strong>
            <span>{t(`text.${value}`)}</span>
          </label>
        ))}
      </fieldset>
    </DialogForm>
  );
};
