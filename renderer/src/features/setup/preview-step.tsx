import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { FolderPreview } from '../organise/folder-preview.tsx';
import { Grouping } from '../organise/grouping.tsx';
import type { NewFolder } from './folder-list.tsx';
import classes from './welcome.module.css';

interface LookStepProps {
  folders: NewFolder[];
  onChange: (folders: NewFolder[]) => void;
  onBack: () => void;
  onNext: () => void;
}

/** Wizard step: preview the series found in each folder, and choose the grouping. */
export const PreviewStep = ({ folders, onChange, onBack, onNext }: LookStepProps) => {
  const { t } = useTranslation('setup');
  return (
    <>
      {folders.map((folder) => (
        <section key={folder.path} className={classes.reading} aria-label={folder.name}>
          <h2>{folder.name}</h2>
          <Grouping
            value={folder.strategy}
            onChange={(strategy) =>
              onChange(folders.map((other) => (other === folder ? { ...other, strategy } : other)))
            }
          >
            <FolderPreview paths={[folder.path]} strategy={folder.strategy} />
          </Grouping>
        </section>
      ))}
      <div className={classes.actions}>
        <Button size="md" variant="subtle" onClick={onBack}>
          {t('back')}
        </Button>
        <Button size="md" onClick={onNext}>
          {t('next')}
        </Button>
      </div>
    </>
  );
};
