import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../../api/desktop.ts';
import { FolderButton } from './folder-button.tsx';
import { canBecomeLibraries, FolderList, withFolder, type NewFolder } from './folder-list.tsx';
import classes from './welcome.module.css';

interface FoldersStepProps {
  folders: NewFolder[];
  onChange: (folders: NewFolder[]) => void;
  onNext: () => void;
  onSkip: () => void;
}

/** Wizard step: choose one or more folders; on the desktop they can be dropped, too. */
export const FoldersStep = ({ folders, onChange, onNext, onSkip }: FoldersStepProps) => {
  const { t } = useTranslation('setup');
  const [over, setOver] = useState(false);
  const skipText = useId();
  const droppable = desktop?.pathOfFile !== undefined;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const paths = [...event.dataTransfer.files].map((file) => desktop?.pathOfFile?.(file) ?? null);
    onChange(paths.filter((path) => path !== null).reduce(withFolder, folders));
  };
  const zone = droppable
    ? {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      }
    : {};

  return (
    <>
      <div className={classes.zone} data-over={over || undefined} {...zone}>
        <IconFolderPlus aria-hidden />
        <FolderButton
          size="md"
          variant={folders.length === 0 ? 'filled' : 'default'}
          label={t(folders.length === 0 ? 'choose' : 'folders.another')}
          onPick={(path) => onChange(withFolder(folders, path))}
        />
        <p>{t(droppable ? 'folders.drop' : 'folders.hint')}</p>
      </div>
      <FolderList folders={folders} onChange={onChange} />
      <div className={classes.actions}>
        <Button size="md" variant="subtle" aria-describedby={skipText} onClick={onSkip}>
          {t('skip')}
        </Button>
        <Button
          size="md"
          disabled={folders.length === 0 || !canBecomeLibraries(folders)}
          onClick={onNext}
        >
          {t('next')}
        </Button>
      </div>
      <p id={skipText} className={classes.skipText}>
        {t('skipText')}
      </p>
    </>
  );
};
