import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { SetAsideCopy } from '../../../../shared/api/duplicates.ts';
import { useCan } from '../../api/session-store.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import settings from '../settings/settings-page.module.css';
import { setAsideCopiesQuery, useRestoreCopy } from './queries.ts';

/** Copies that were hidden or moved to the bin, with actions to restore them. */
export const SetAsideCopies = () => {
  const { t } = useTranslation('duplicates');
  const heading = useId();
  const { data } = useQuery({ ...setAsideCopiesQuery(), enabled: useCan('books-delete') });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={settings.section} aria-labelledby={heading}>
      <div className={settings.head}>
        <h2 id={heading}>{t('aside.title')}</h2>
      </div>
      <ul className={settings.card}>
        {data.data.map((copy) => (
          <CopyRow key={copy.id} copy={copy} />
        ))}
      </ul>
    </section>
  );
};

const CopyRow = ({ copy }: { copy: SetAsideCopy }) => {
  const { t } = useTranslation('duplicates');
  const { bytes, date } = useLocale();
  const restore = useRestoreCopy();
  const { title, library_name, path, file_size, place, set_aside_at, deleted_at } = copy;
  const action = t(place === 'hidden' ? 'aside.show' : 'aside.putBack');
  return (
    <li className={settings.row}>
      <div>
        <strong>{title}</strong>
        <p>
          {library_name} · {path} · {bytes(file_size)}
        </p>
        <p>
          {t(`aside.${place}`, { date: date(set_aside_at) })}{' '}
          {deleted_at !== null && t('aside.deleted', { date: date(deleted_at) })}
        </p>
      </div>
      <Button
        size="compact-md"
        variant="default"
        aria-label={t('aside.of', { action, path })}
        loading={restore.isPending}
        onClick={() => restore.mutate(copy)}
      >
        {action}
      </Button>
    </li>
  );
};
