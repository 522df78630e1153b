import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BinnedFileRecord } from '../../../../shared/api/file-bin.ts';
import { useCan } from '../../api/session-store.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import settings from '../settings/settings-page.module.css';
import { binnedFilesQuery, usePutBack } from './queries.ts';

/** Replaced, converted and deleted files in the bin, with actions to restore them. */
export const BinnedFiles = () => {
  const { t } = useTranslation('duplicates');
  const heading = useId();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...binnedFilesQuery(page), enabled: useCan('system-admin') });
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={settings.section} aria-labelledby={heading}>
      <div className={settings.head}>
        <h2 id={heading}>{t('bin.title')}</h2>
      </div>
      <p className={settings.intro}>{t('bin.text')}</p>
      <ul className={settings.card}>
        {data.data.map((file) => (
          <BinnedRow key={file.id} file={file} />
        ))}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};

const BinnedRow = ({ file }: { file: BinnedFileRecord }) => {
  const { t } = useTranslation('duplicates');
  const { bytes, date } = useLocale();
  const putBack = usePutBack();
  const { path, library_name, file_size, reason, binned_at, deleted_at, is_in_system_bin } = file;
  const where = () => {
    if (is_in_system_bin) return t('bin.inSystem');
    return file.kept_at === null
      ? t('bin.gone', { date: date(deleted_at) })
      : t('bin.inFolder', { path: file.kept_at, date: date(deleted_at) });
  };
  return (
    <li className={settings.row}>
      <div>
        <strong>{path}</strong>
        <p>{file_size === 0 ? library_name : `${library_name} · ${bytes(file_size)}`}</p>
        <p>
          {t(`bin.reason.${reason}`, { date: date(binned_at) })} {where()}{' '}
          {reason === 'converted' && t('bin.undoConversion')}
        </p>
      </div>
      {reason !== 'converted' && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('bin.putBackOf', { path })}
          loading={putBack.isPending}
          onClick={() => putBack.mutate(file)}
        >
          {t('bin.putBack')}
        </Button>
      )}
    </li>
  );
};
