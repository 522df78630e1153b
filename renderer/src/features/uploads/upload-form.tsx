import { Autocomplete, Button, FileButton } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { formatOfExtension } from '../../../../shared/book-extensions.ts';
import { DialogActions } from '../../ui/feedback/dialog.tsx';
import { topFoldersQuery } from '../opened-files/queries.ts';
import { UploadItem } from './upload-item.tsx';
import classes from './uploads.module.css';
import { useUploads } from './use-uploads.ts';

/** The extensions of books; the server looks at the content. */
const accept = Object.keys(formatOfExtension).join(',');

interface UploadFormProps {
  library: Library;
  files: readonly File[];
  /** The folder that is shown, relative to the library. */
  folder: string;
  onClose: () => void;
}

/** Adds files to a folder of a library, with their progress. */
export const UploadForm = ({ library, files, folder: shown, onClose }: UploadFormProps) => {
  const { t } = useTranslation(['uploads', 'common']);
  const [folder, setFolder] = useState(shown);
  const { rows, isRunning, start, stop, add, remove, retry } = useUploads(library.id, files);
  const { data: folders } = useQuery(topFoldersQuery(library.id));
  const waiting = rows.filter(({ state }) => state.kind === 'waiting').length;
  const isDone = rows.length > 0 && rows.every(({ state }) => state.kind === 'done');

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start(folder.trim());
      }}
    >
      <Autocomplete
        label={t('folder')}
        description={t('folderHint')}
        data={folders ?? []}
        limit={8}
        maxLength={1000}
        value={folder}
        disabled={isRunning}
        onChange={setFolder}
        comboboxProps={{ withinPortal: false }}
      />
      {rows.length > 0 && (
        <ul className={classes.list} aria-label={t('files')}>
          {rows.map((row) => (
            <UploadItem
              key={row.key}
              row={row}
              isRunning={isRunning}
              onRemove={() => remove(row.key)}
              onRetry={(name) => retry(row, name)}
            />
          ))}
        </ul>
      )}
      <FileButton
        multiple
        accept={accept}
        inputProps={{ 'aria-label': t('choose') }}
        onChange={(chosen) => add(chosen)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            disabled={isRunning}
            leftSection={<IconFiles size={16} />}
          >
            {t('choose')}
          </Button>
        )}
      </FileButton>
      <p className={classes.note}>{t(isDone ? 'doneText' : 'note')}</p>
      <DialogActions {...(!isRunning && !isDone && { onCancel: onClose })}>
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        ) : isDone ? (
          <Button onClick={onClose}>{t('common:close')}</Button>
        ) : (
          <Button type="submit" disabled={waiting === 0}>
            {t('add', { count: waiting })}
          </Button>
        )}
      </DialogActions>
    </form>
  );
};
