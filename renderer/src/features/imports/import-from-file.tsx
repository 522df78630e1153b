import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ImportSource } from '../../../../shared/api/import-record.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { PathInput } from '../setup/path-input.tsx';
import classes from './imports.module.css';
import { useCreateImport, useUploadImport } from './queries.ts';

interface Props {
  source: ImportSource;
  onStart: (id: string) => void;
}

/** Reads a file on the server's computer, or an uploaded one. */
export const ImportFromFile = ({ source, onStart }: Props) => {
  const { t } = useTranslation('imports');
  const [path, setPath] = useState('');
  const create = useCreateImport();
  const upload = useUploadImport();
  const started = { onSuccess: ({ id }: { id: string }) => onStart(id) };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') create.mutate({ source, path: path.trim() }, started);
      }}
    >
      <div className={classes.ways}>
        <PathInput label={t('path')} value={path} onChange={setPath} />
        <Button type="submit" loading={create.isPending} disabled={path.trim() === ''}>
          {t('read')}
        </Button>
      </div>
      <div className={classes.ways}>
        <p className={classes.quiet}>{t('orUpload')}</p>
        <FileButton
          inputProps={{ 'aria-label': t('upload') }}
          onChange={(file) => file !== null && upload.mutate({ source, file }, started)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={upload.isPending}
              leftSection={<IconUpload size={15} />}
            >
              {t('upload')}
            </Button>
          )}
        </FileButton>
      </div>
      <FormError error={create.error ?? upload.error} />
    </form>
  );
};
