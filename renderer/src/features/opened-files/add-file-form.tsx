import { Autocomplete, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { addOpenedFile, type OpenedFile } from '../../../../shared/api/opened-files.ts';
import { api } from '../../api/client.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import classes from './add-file.module.css';
import { topFoldersQuery } from './queries.ts';

interface AddFileFormProps {
  file: OpenedFile;
  libraries: readonly Library[];
  onNewLibrary: () => void;
  onClose: () => void;
  onAdded: () => void;
}

/** Copies or moves a file into a library; a file already in its folder is only scanned. */
export const AddFileForm = (props: AddFileFormProps) => {
  const { file, libraries, onNewLibrary, onClose, onAdded } = props;
  const { t } = useTranslation('opened');
  const [libraryId, setLibraryId] = useState(file.library?.id ?? libraries[0]?.id ?? '');
  const [folder, setFolder] = useState(file.suggested_folder);
  const [how, setHow] = useState<'copy' | 'move'>('copy');
  const folders = useQuery({ ...topFoldersQuery(libraryId), enabled: file.library === null });
  const add = useMutation({
    mutationFn: () =>
      api.call(addOpenedFile, {
        params: { id: file.id },
        body: { library_id: libraryId, folder: folder.trim(), move: how === 'move' },
      }),
    onSuccess: onAdded,
  });
  const library = libraries.find(({ id }) => id === libraryId);
  const separator = library?.path.includes('\\') ? '\\' : '/';
  const target = [library?.path ?? '', ...folder.trim().split('/'), file.filename]
    .filter((part) => part !== '')
    .join(separator);

  return (
    <DialogForm
      action={t(file.library === null ? `how.${how}` : 'scanNow')}
      change={add}
      disabled={libraryId === ''}
      onSubmit={() => add.mutate()}
      onCancel={onClose}
    >
      {file.library !== null ? (
        <p>{t('isInside', { library: file.library.name })}</p>
      ) : (
        <>
          <NativeSelect
            label={t('library')}
            data={libraries.map(({ id, name }) => ({ value: id, label: name }))}
            value={libraryId}
            onChange={(event) => setLibraryId(event.currentTarget.value)}
          />
          <Autocomplete
            label={t('folder')}
            description={t('folderHint')}
            data={folders.data ?? []}
            limit={8}
            maxLength={1000}
            value={folder}
            onChange={setFolder}
            comboboxProps={{ withinPortal: false }}
          />
          <SegmentedControl
            fullWidth
            aria-label={t('how.label')}
            data={(['copy', 'move'] as const).map((value) => ({ value, label: t(`how.${value}`) }))}
            value={how}
            onChange={setHow}
          />
          <p className={classes.target}>
            <span>{t('target')}</span>
            <code>{target}</code>
          </p>
        </>
      )}
      <p className={classes.note}>{t('placeGoesAlong')}</p>
      {file.library === null && (
        <button type="button" className={classes.other} onClick={onNewLibrary}>
          {t('instead')}
        </button>
      )}
    </DialogForm>
  );
};
