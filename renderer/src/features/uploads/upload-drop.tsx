import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { openLibraryDialog, useLibraryDialog } from '../library/manage/dialogs.ts';
import classes from '../opened-files/drop-host.module.css';

interface UploadDropProps {
  library: Library;
  /** The folder that is shown, relative to the library. */
  folder: string;
}

/** Drop target of a library's page in the browser; files dropped on it are added to the library. */
export const UploadDrop = ({ library, folder }: UploadDropProps) => {
  const { t } = useTranslation('uploads');
  // Counts nested elements, because each fires its own `dragenter` and `dragleave`.
  const [depth, setDepth] = useState(0);

  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    const { files, hasFolders } = filesOf(event);
    if (hasFolders) showToast(t('noFolders'));
    const isFree = useLibraryDialog.getState().open === null;
    if (files.length > 0 && isFree) openLibraryDialog({ kind: 'upload', library, files, folder });
  });

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const count = (change: number) => (event: DragEvent) => {
      if (isOfFiles(event)) setDepth((before) => Math.max(0, before + change));
    };
    window.addEventListener('dragenter', count(1), { signal });
    window.addEventListener('dragleave', count(-1), { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => ending.abort();
  }, []);

  if (depth === 0) return null;
  return (
    <div className={classes.veil} role="status">
      <div className={classes.card}>
        <IconFileUpload size={40} stroke={1.4} aria-hidden />
        <strong>{t('drop.title', { library: library.name })}</strong>
        <span>{t('drop.text')}</span>
      </div>
    </div>
  );
};

const isOfFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

const allow = (event: DragEvent): void => {
  if (isOfFiles(event)) event.preventDefault();
};

/** A folder is dropped as a file too, which cannot be read. */
const filesOf = ({ dataTransfer }: DragEvent): { files: File[]; hasFolders: boolean } => {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const found = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  return {
    files: found.flatMap((item) => item.getAsFile() ?? []),
    hasFolders: found.length < items.length,
  };
};
