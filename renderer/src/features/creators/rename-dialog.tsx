import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { renameCreator, type FullCreator } from '../../../../shared/api/creators.ts';
import { undoEdit } from '../../../../shared/api/edits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { creatorsGlance } from './queries.ts';

interface RenameDialogProps {
  creator: FullCreator;
  onClose: () => void;
}

/** Writes another name into all works of a creator; offers known names, to merge two spellings. */
export const RenameDialog = ({ creator, onClose }: RenameDialogProps) => {
  const { t } = useTranslation('creators');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(creator.name);
  const [isMissing, setMissing] = useState(false);
  const [wanted] = useDebouncedValue(name.trim(), 150);
  const { data: known } = useQuery(creatorsGlance(wanted));
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.seriesPages }),
      client.invalidateQueries({ queryKey: keys.bookPages }),
    ]);
  const rename = useMutation({
    mutationFn: async () =>
      api.call(renameCreator, { params: { id: creator.id }, body: { name: name.trim() } }),
    onSuccess: async ({ edit_ids }) => {
      onClose();
      await navigate({ to: '/creator/$name', params: { name: name.trim() }, replace: true });
      await refresh();
      offerUndo({
        text: t('rename.done', { before: creator.name, after: name.trim() }),
        undo: async () => {
          for (const id of edit_ids) await api.call(undoEdit, { params: { id } });
          await navigate({ to: '/creator/$name', params: { name: creator.name }, replace: true });
          await refresh();
        },
      });
    },
  });
  return (
    <Dialog title={t('rename.title', { name: creator.name })} opened onClose={onClose} size={480}>
      <DialogForm
        action={t('rename.save')}
        change={rename}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') setMissing(true);
          else if (name.trim() === creator.name) onClose();
          else rename.mutate();
        }}
        onCancel={onClose}
      >
        <Autocomplete
          label={t('rename.name')}
          description={t('rename.text')}
          data={[
            ...new Set(
              known?.data.filter(({ id }) => id !== creator.id).map((other) => other.name) ?? [],
            ),
          ]}
          value={name}
          maxLength={255}
          data-autofocus
          error={isMissing && name.trim() === '' ? t('rename.missing') : undefined}
          onChange={setName}
        />
      </DialogForm>
    </Dialog>
  );
};
