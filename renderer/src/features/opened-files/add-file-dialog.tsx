import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { LibraryForm } from '../library/manage/library-form.tsx';
import { AddFileForm } from './add-file-form.tsx';
import { folderOf } from './folder-of.ts';
import { openedFileQuery } from './queries.ts';

interface AddFileDialogProps {
  fileId: string;
  isOpen: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Adds an opened file to a library: an existing one, or a new one from its folder. */
export const AddFileDialog = ({ fileId, isOpen, onClose, onAdded }: AddFileDialogProps) => {
  const { t } = useTranslation('opened');
  const [isNewLibrary, setNewLibrary] = useState(false);
  const close = () => {
    setNewLibrary(false);
    onClose();
  };
  return (
    <Dialog title={t(isNewLibrary ? 'newLibrary' : 'add')} opened={isOpen} onClose={close}>
      <Content
        fileId={fileId}
        isNewLibrary={isNewLibrary}
        onAdded={onAdded}
        onClose={close}
        onNewLibrary={() => setNewLibrary(true)}
      />
    </Dialog>
  );
};

interface ContentProps {
  fileId: string;
  isNewLibrary: boolean;
  onNewLibrary: () => void;
  onClose: () => void;
  onAdded: () => void;
}

const Content = ({ fileId, isNewLibrary, onNewLibrary, onClose, onAdded }: ContentProps) => {
  const file = useQuery(openedFileQuery(fileId));
  const libraries = useQuery(librariesQuery());
  const error = file.error ?? libraries.error;
  if (error !== null) {
    const retry = () => void Promise.all([file.refetch(), libraries.refetch()]);
    return <ErrorState compact error={error} onRetry={retry} />;
  }
  if (!file.data || !libraries.data) return <Skeleton height={220} />;
  if (isNewLibrary || (libraries.data.length === 0 && file.data.library === null)) {
    const path = folderOf(file.data.path);
    return <LibraryForm library={null} path={path} onDone={onClose} onAdded={onAdded} />;
  }
  return (
    <AddFileForm
      onClose={onClose}
      onAdded={onAdded}
      onNewLibrary={onNewLibrary}
      file={file.data}
      libraries={libraries.data}
    />
  );
};
