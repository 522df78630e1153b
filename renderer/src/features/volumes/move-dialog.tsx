import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Volume } from '../../../../shared/api/volumes.ts';
import { bookQuery } from '../../api/queries.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { closeBulkDialog, useBulkDialog } from '../selection/bulk-dialog-store.ts';
import { clearSelection } from '../selection/selection-store.ts';
import { moveBooks, volumeName, type Destination } from './volume-calls.ts';
import { VolumeNameFields } from './volume-name-fields.tsx';
import { volumesQuery } from './volume-queries.ts';

/** Chooses a volume, or makes one, for books of one series. */
export const MoveDialog = () => {
  const { t } = useTranslation('volumes');
  const bookIds = useBulkDialog(({ open }) => (open?.dialog === 'volume' ? open.bookIds : null));
  return (
    <Dialog title={t('move.title')} opened={bookIds !== null} onClose={closeBulkDialog}>
      {bookIds !== null && <Choice key={bookIds.join(' ')} bookIds={bookIds} />}
    </Dialog>
  );
};

/** Loads the series of the first book, to which all others must belong. */
const Choice = ({ bookIds }: { bookIds: readonly string[] }) => {
  const first = useQuery(bookQuery(bookIds[0] ?? ''));
  const seriesId = first.data?.series_id;
  const volumes = useQuery({ ...volumesQuery(seriesId ?? ''), enabled: seriesId !== undefined });
  if (first.data === undefined || volumes.data === undefined)
    return <QueryState query={first.isError ? first : volumes} compact />;
  return (
    <MoveForm
      seriesId={first.data.series_id}
      bookIds={bookIds}
      volumes={volumes.data}
      isInside={first.data.volume_id !== null}
    />
  );
};

interface MoveFormProps {
  seriesId: string;
  bookIds: readonly string[];
  volumes: readonly Volume[];
  /** Whether a volume holds the first book. */
  isInside: boolean;
}

const MoveForm = ({ seriesId, bookIds, volumes, isInside }: MoveFormProps) => {
  const { t } = useTranslation('volumes');
  const client = useQueryClient();
  const next = Math.floor(Math.max(0, ...volumes.map(({ number }) => number))) + 1;
  const [choice, setChoice] = useState(volumes.at(-1)?.id ?? 'new');
  const [number, setNumber] = useState<number | string>(next);
  const [title, setTitle] = useState('');
  const volume = volumes.find(({ id }) => id === choice);
  const move = useMutation({
    mutationFn: () => {
      const named = { number: Number(number), title: title.trim() === '' ? null : title.trim() };
      const destination: Destination = choice === 'loose' ? 'loose' : volume ? { volume } : named;
      return moveBooks(client, seriesId, [...bookIds], destination);
    },
    onSuccess: () => {
      closeBulkDialog();
      clearSelection();
    },
  });
  return (
    <DialogForm
      action={t('move.action')}
      change={move}
      disabled={choice === 'new' && number === ''}
      onSubmit={() => move.mutate()}
      onCancel={closeBulkDialog}
    >
      <p>{t('move.text', { count: bookIds.length })}</p>
      <Select
        data-autofocus
        label={t('move.volume')}
        data={[
          ...volumes.map((entry) => ({ value: entry.id, label: volumeName(entry) })),
          { value: 'new', label: t('move.new') },
          ...(isInside ? [{ value: 'loose', label: t('move.loose') }] : []),
        ]}
        value={choice}
        allowDeselect={false}
        onChange={(value) => value !== null && setChoice(value)}
      />
      {choice === 'new' && (
        <VolumeNameFields number={number} onNumber={setNumber} title={title} onTitle={setTitle} />
      )}
    </DialogForm>
  );
};
