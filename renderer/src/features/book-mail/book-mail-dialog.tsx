import { Button, Switch, TextInput } from '@mantine/core';
import { IconDeviceTablet, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  bookMailProblem,
  maxReaderAddresses,
  type BookMail,
  type ReaderAddress,
} from '../../../../shared/api/book-mail.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './book-mail-dialog.module.css';
import { closeBookMail, useBookMail, type BookMailTarget } from './book-mail-store.ts';
import {
  readerAddressesQuery,
  useAddReader,
  useMailBook,
  useMailSeries,
  useRemoveReader,
} from './queries.ts';

/** Sends books to e-readers by e-mail, and keeps their addresses. */
export const BookMailDialog = () => {
  const { t } = useTranslation('bookMail');
  const target = useBookMail((state) => state.open);
  return (
    <Dialog
      title={t(`title.${target?.kind ?? 'none'}`)}
      opened={target !== null}
      onClose={closeBookMail}
      size={560}
    >
      {target !== null && <Readers target={target} />}
    </Dialog>
  );
};

const Readers = ({ target }: { target: BookMailTarget }) => {
  const { t } = useTranslation('bookMail');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(readerAddressesQuery());
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isAdding) return <NewReader onClose={() => setAdding(false)} />;
  const { addresses = [], mails = [], max_file_bytes: maxBytes = null } = data ?? {};
  return (
    <>
      <div className={classes.body}>
        {target.kind === 'book' && <p className={classes.what}>{target.book.title}</p>}
        {target.kind === 'series' && <p className={classes.what}>{target.name}</p>}
        {data !== undefined && maxBytes === null && <p role="status">{t('problem.no_server')}</p>}
        {data !== undefined && addresses.length === 0 && <p>{t('none')}</p>}
        {addresses.length > 0 && (
          <ul className={classes.list} aria-label={t('readers')}>
            {addresses.map((address) => (
              <Reader
                key={address.id}
                address={address}
                target={target}
                mails={mails.filter(({ address_id }) => address_id === address.id)}
                maxBytes={maxBytes}
                others={addresses}
              />
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button
          variant="default"
          disabled={data === undefined || addresses.length >= maxReaderAddresses}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
        <Button onClick={closeBookMail}>{t('done')}</Button>
      </DialogActions>
    </>
  );
};

interface ReaderProps {
  address: ReaderAddress;
  target: BookMailTarget;
  /** Its mails, the newest first. */
  mails: readonly BookMail[];
  maxBytes: number | null;
  others: readonly ReaderAddress[];
}

const Reader = ({ address, target, mails, maxBytes, others }: ReaderProps) => {
  const { t } = useTranslation('bookMail');
  const { bytes } = useLocale();
  const remove = useRemoveReader();
  const problem =
    target.kind === 'book' ? bookMailProblem(target.book, address.address, maxBytes) : null;
  const last = mails.find(({ book }) => target.kind !== 'book' || book.id === target.book.id);
  return (
    <ItemRow
      mark={<IconDeviceTablet size={26} stroke={1.5} />}
      title={address.name}
      details={[
        address.address,
        problem !== null &&
          problem !== 'no_server' &&
          t(`problem.${problem}`, {
            size: target.kind === 'book' ? bytes(target.book.file_size) : '',
            most: bytes(maxBytes ?? 0),
          }),
        last && <LastMail mail={last} isNamed={target.kind !== 'book'} />,
      ]}
      actions={
        <>
          {target.kind === 'book' && (
            <SendButton
              bookId={target.book.id}
              address={address}
              isDisabled={problem !== null || last?.status === 'pending'}
            />
          )}
          {target.kind === 'series' && (
            <SeriesSwitch seriesId={target.id} address={address} others={others} />
          )}
          {target.kind === 'none' && (
            <RowAction
              label={t('remove', { name: address.name })}
              icon={<IconTrash size={19} stroke={1.6} />}
              isBusy={remove.isPending}
              onClick={() => remove.mutate(address.id)}
            />
          )}
        </>
      }
    />
  );
};

const LastMail = ({ mail, isNamed }: { mail: BookMail; isNamed: boolean }) => {
  const { t } = useTranslation('bookMail');
  const { ago } = useLocale();
  const translate = useTranslateServerMessage();
  const { status, error, book } = mail;
  const state = t(`state.${status}`, { ago: ago(mail.updated_at) });
  return (
    <span className={error === null ? undefined : classes.error}>
      {[isNamed && book.title, state, error !== null && translate(error)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
};

interface SendButtonProps {
  bookId: string;
  address: ReaderAddress;
  isDisabled: boolean;
}

const SendButton = ({ bookId, address, isDisabled }: SendButtonProps) => {
  const { t } = useTranslation('bookMail');
  const mail = useMailBook(bookId);
  return (
    <Button
      size="compact-md"
      leftSection={<IconSend size={15} />}
      aria-label={t('sendTo', { name: address.name })}
      disabled={isDisabled}
      loading={mail.isPending}
      onClick={() => mail.mutate(address.id)}
    >
      {t('send')}
    </Button>
  );
};

interface SeriesSwitchProps {
  seriesId: string;
  address: ReaderAddress;
  others: readonly ReaderAddress[];
}

const SeriesSwitch = ({ seriesId, address, others }: SeriesSwitchProps) => {
  const { t } = useTranslation('bookMail');
  const change = useMailSeries(seriesId);
  return (
    <Switch
      checked={address.series_ids.includes(seriesId)}
      disabled={change.isPending}
      aria-label={t('sendNew', { name: address.name })}
      onChange={({ currentTarget }) => {
        const chosen = others
          .filter(({ id, series_ids }) =>
            id === address.id ? currentTarget.checked : series_ids.includes(seriesId),
          )
          .map(({ id }) => id);
        change.mutate(chosen);
      }}
    />
  );
};

const NewReader = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('bookMail');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const add = useAddReader();
  return (
    <DialogForm
      action={t('addAction')}
      change={add}
      disabled={name.trim() === '' || address.trim() === ''}
      onSubmit={() =>
        add.mutate({ name: name.trim(), address: address.trim() }, { onSuccess: onClose })
      }
      onCancel={onClose}
    >
      <TextInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t('address')}
        description={t('addressText')}
        type="email"
        maxLength={255}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
    </DialogForm>
  );
};
