import { Button, FileButton, Select, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { importSources, type ImportSource } from '../../../../shared/api/imports.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { FolderButton } from '../setup/folder-button.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './imports.module.css';
import { useCreateImport, useUploadImport } from './queries.ts';

/** Chooses the program and the location of its data: the server's computer, or a file on this device. */
export const ImportStart = ({ onStart }: { onStart: (id: string) => void }) => {
  const { t } = useTranslation('imports');
  const [source, setSource] = useState<ImportSource>('komga');
  const [path, setPath] = useState('');
  const create = useCreateImport();
  const upload = useUploadImport();
  const read = () =>
    create.mutate({ source, path: path.trim() }, { onSuccess: ({ id }) => onStart(id) });
  return (
    <section className={settings.section} aria-label={t('start')}>
      <form
        className={`${settings.card} ${classes.start}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '') read();
        }}
      >
        <Select
          label={t('program')}
          description={t(`where.${source}`)}
          allowDeselect={false}
          value={source}
          data={importSources.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={(value) => setSource(importSources.find((known) => known === value) ?? 'komga')}
        />
        <div className={classes.ways}>
          <TextInput
            label={t('path')}
            value={path}
            maxLength={4096}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
          />
          <FolderButton onPick={setPath} />
          <Button type="submit" loading={create.isPending} disabled={path.trim() === ''}>
            {t('read')}
          </Button>
        </div>
        <div className={classes.ways}>
          <p className={classes.quiet}>{t('orUpload')}</p>
          <FileButton
            inputProps={{ 'aria-label': t('upload') }}
            onChange={(file) =>
              file !== null &&
              upload.mutate({ source, file }, { onSuccess: ({ id }) => onStart(id) })
            }
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
    </section>
  );
};
