import { Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { Volume } from '../../../../shared/api/volumes.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { editVolume, volumeName } from './volume-calls.ts';
import { VolumeNameFields } from './volume-name-fields.tsx';

interface EditDialogProps {
  volume: Volume;
  /** Its books. */
  books: readonly CompactBook[];
  opened: boolean;
  onClose: () => void;
}

/** Number, title and cover of a volume. */
export const EditDialog = ({ opened, onClose, ...rest }: EditDialogProps) => (
  <Dialog title={volumeName(rest.volume)} opened={opened} onClose={onClose}>
    {opened && <EditForm onClose={onClose} {...rest} />}
  </Dialog>
);

const EditForm = ({ volume, books, onClose }: Omit<EditDialogProps, 'opened'>) => {
  const { t } = useTranslation('volumes');
  const client = useQueryClient();
  const [number, setNumber] = useState<number | string>(volume.number);
  const [title, setTitle] = useState(volume.title ?? '');
  const [cover, setCover] = useState(volume.cover_book_id);
  const save = useMutation({
    mutationFn: () => {
      const named = title.trim();
      return editVolume(client, volume, {
        ...(Number(number) !== volume.number && { number: Number(number) }),
        ...(named !== (volume.title ?? '') && { title: named === '' ? null : named }),
        ...(cover !== volume.cover_book_id && { cover_book_id: cover }),
      });
    },
    onSuccess: onClose,
  });
  return (
    <DialogForm
      action={t('edit.save')}
      change={save}
      disabled={number === ''}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    >
      <VolumeNameFields
        autoFocus
        number={number}
        onNumber={setNumber}
        title={title}
        onTitle={setTitle}
      />
      <Select
        label={t('edit.cover')}
        data={books.map(({ id, title: label }) => ({ value: id, label }))}
        value={cover}
        allowDeselect={false}
        onChange={(value) => value !== null && setCover(value)}
      />
    </DialogForm>
  );
};
