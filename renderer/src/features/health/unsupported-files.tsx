import { Button } from '@mantine/core';
import { IconFileOff, IconHeartCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { UnsupportedFile } from '../../../../shared/api/health.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { ItemRow } from '../../ui/lists/item-row.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import classes from './health.module.css';
import { unsupportedFilesQuery } from './queries.ts';

/** A button with the number of files whose format Octavo does not read; it opens their list. */
export const UnsupportedFiles = () => {
  const { t } = useTranslation('health');
  const { number } = useLocale();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(unsupportedFilesQuery(1));
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {`${t('unsupported.title')} (${data ? number(data.total) : '…'})`}
      </Button>
      <Dialog
        title={t('unsupported.title')}
        size={720}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <UnsupportedFileList />
      </Dialog>
    </>
  );
};

const UnsupportedFileList = () => {
  const { t } = useTranslation('health');
  const [page, setPage] = useState(1);
  const query = useQuery(unsupportedFilesQuery(page));
  const { data } = query;
  return (
    <>
      <RowsState query={query} rows={4} compact />
      {data?.total === 0 && (
        <EmptyState compact icon={<IconHeartCheck stroke={1.25} />} title={t('unsupported.none')} />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <p className={classes.about}>{t('unsupported.text')}</p>
          <ul className={classes.files} aria-label={t('unsupported.title')}>
            {data.data.map((file) => (
              <FileRow key={`${file.library_id} ${file.path}`} file={file} />
            ))}
          </ul>
        </>
      )}
      <Pager page={page} query={query} onPage={setPage} />
    </>
  );
};

const FileRow = ({ file }: { file: UnsupportedFile }) => {
  const sentence = useTranslateServerMessage();
  return (
    <ItemRow
      mark={<IconFileOff size={18} stroke={1.6} />}
      title={file.path.slice(file.path.lastIndexOf('/') + 1)}
      details={[
        file.library_name,
        <span key="what" className={classes.what}>
          {sentence(file.message)}
        </span>,
        <span key="path" className={classes.path}>
          {file.path}
        </span>,
      ]}
    />
  );
};
