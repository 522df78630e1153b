import { Button, Checkbox, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Device } from '../../../../shared/api/devices.ts';
import { sendKoboAgain, updateKobo, type Kobo } from '../../../../shared/api/kobo.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './devices.module.css';
import { koboQuery, namedListsQuery } from './queries.ts';

interface KoboChoiceProps {
  device: Pick<Device, 'id' | 'name'>;
  onClose: () => void;
}

/** Chooses what a Kobo e-reader is sent. */
export const KoboChoiceDialog = ({ device, onClose }: KoboChoiceProps) => {
  const { t } = useTranslation('kobo');
  return (
    <Dialog title={t('choice.of', { name: device.name })} opened onClose={onClose}>
      <KoboChoice device={device} onClose={onClose} />
    </Dialog>
  );
};

/** The same as the content of a dialog. */
export const KoboChoice = ({ device, onClose }: KoboChoiceProps) => {
  const { data, error, refetch } = useQuery(koboQuery(device.id));
  if (error !== null) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className={classes.pairing} aria-busy />;
  return <ChoiceForm id={device.id} kobo={data} onClose={onClose} />;
};

interface ChoiceFormProps {
  id: string;
  kobo: Kobo;
  onClose: () => void;
}

const ChoiceForm = ({ id, kobo, onClose }: ChoiceFormProps) => {
  const { t } = useTranslation('kobo');
  const { ago } = useLocale();
  const [choice, setChoice] = useState(kobo.choice);
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { data: lists } = useQuery(namedListsQuery());
  const save = useChange([koboQuery(id).queryKey], () =>
    api.call(updateKobo, { params: { id }, body: choice }),
  );
  const status =
    kobo.synced_at === null
      ? t('choice.never')
      : t('choice.synced', { ago: ago(kobo.synced_at), count: kobo.book_count });
  return (
    <>
      <DialogForm
        action={t('choice.save')}
        change={save}
        onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p className={classes.lead}>{status}</p>
        <Switch
          label={t('choice.want')}
          description={t('choice.wantText')}
          checked={choice.want_to_read}
          onChange={({ currentTarget }) =>
            setChoice({ ...choice, want_to_read: currentTarget.checked })
          }
        />
        <Switch
          label={t('choice.progress')}
          description={t('choice.progressText')}
          checked={choice.in_progress}
          onChange={({ currentTarget }) =>
            setChoice({ ...choice, in_progress: currentTarget.checked })
          }
        />
        <NameChoice
          label={t('choice.readLists')}
          names={lists?.readLists ?? []}
          value={choice.read_list_ids}
          onChange={(read_list_ids) => setChoice({ ...choice, read_list_ids })}
        />
        <NameChoice
          label={t('choice.collections')}
          names={lists?.collections ?? []}
          value={choice.collection_ids}
          onChange={(collection_ids) => setChoice({ ...choice, collection_ids })}
        />
        <NameChoice
          label={t('choice.libraries')}
          names={libraries}
          value={choice.library_ids}
          onChange={(library_ids) => setChoice({ ...choice, library_ids })}
        />
      </DialogForm>
      <SendAgain id={id} kobo={kobo} />
    </>
  );
};

/** As the server has it. */
const maxChosen = 100;

interface NameChoiceProps {
  label: string;
  names: readonly { id: string; name: string }[];
  value: string[];
  onChange: (ids: string[]) => void;
}

/** Without any to choose, there is no field. */
const NameChoice = ({ label, names, value, onChange }: NameChoiceProps) =>
  names.length > 0 && (
    <Checkbox.Group
      label={label}
      value={value.filter((id) => names.some((known) => known.id === id))}
      onChange={onChange}
    >
      <div className={classes.names}>
        {names.map(({ id, name }) => (
          <Checkbox
            key={id}
            value={id}
            label={name}
            disabled={value.length >= maxChosen && !value.includes(id)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );

const SendAgain = ({ id, kobo }: { id: string; kobo: Kobo }) => {
  const { t } = useTranslation('kobo');
  const again = useChange([koboQuery(id).queryKey], (book_ids: string[] | undefined) =>
    api.call(sendKoboAgain, { params: { id }, body: { book_ids } }),
  );
  const isEmpty = kobo.book_count === 0 && kobo.deleted_books.length === 0;
  if (isEmpty && !again.isSuccess) return null;
  return (
    <section className={classes.rightsMore} aria-label={t('again.title')}>
      {kobo.deleted_books.length > 0 && (
        <>
          <p className={classes.lead}>{t('again.deleted')}</p>
          <ul className={classes.deleted}>
            {kobo.deleted_books.map((book) => (
              <li key={book.id}>
                {book.title}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('again.of', { title: book.title })}
                  loading={again.isPending && again.variables?.[0] === book.id}
                  onClick={() => again.mutate([book.id])}
                >
                  {t('again.action')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        loading={again.isPending && again.variables === undefined}
        onClick={() => again.mutate(undefined)}
      >
        {t('again.all')}
      </Button>
      <p role="status" className={classes.lead}>
        {again.isSuccess && t('again.done')}
      </p>
      <FormError error={again.error} />
    </section>
  );
};
