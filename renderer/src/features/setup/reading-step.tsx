import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { keys } from '../../api/keys.ts';
import { useCan } from '../../api/session-store.ts';
import { automaticScans } from '../library/automatic-scans.ts';
import { createLibraryNow } from '../library/mutations.ts';
import { DirectionChoice } from '../library/manage/direction-choice.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import type { NewFolder } from './folder-list.tsx';
import classes from './welcome.module.css';

interface ReadingStepProps {
  folders: NewFolder[];
  onChange: (folders: NewFolder[]) => void;
  onBack: () => void;
  /** `imports`: to go on with the data of another program. */
  onDone: (imports: boolean) => void;
}

/** Wizard step: choose reading directions; then the libraries are created and scanned. */
export const ReadingStep = ({ folders, onChange, onBack, onDone }: ReadingStepProps) => {
  const { t } = useTranslation(['setup', 'common', 'settings']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const client = useQueryClient();
  const canImport = useCan('system-admin');
  const create = useMutation({
    mutationFn: async (_imports: boolean) => {
      let waiting = folders;
      for (const { path, name, direction, strategy } of folders) {
        await createLibraryNow({
          path,
          name,
          reading_direction: direction,
          series_strategy: strategy,
          scan_immediately: true,
          ...automaticScans,
        });
        // Do not create a library twice if a later one fails and the user retries.
        waiting = waiting.filter((folder) => folder.path !== path);
        onChange(waiting);
      }
      await client.invalidateQueries({ queryKey: keys.libraries });
    },
    onSuccess: (_, imports) => onDone(imports),
  });

  return (
    <>
      {folders.map((folder) => (
        <section key={folder.path} className={classes.reading} aria-label={folder.name}>
          <h2>{folder.name}</h2>
          <DirectionChoice
            large
            value={folder.direction}
            onChange={(direction) =>
              onChange(folders.map((other) => (other === folder ? { ...other, direction } : other)))
            }
          />
        </section>
      ))}
      <section className={classes.reading} aria-label={t('settings:theme.label')}>
        <h2>{t('settings:theme.label')}</h2>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t('settings:theme.label')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(`settings:theme.${value}`),
          }))}
        />
      </section>
      <FormError error={create.error} />
      <div className={classes.actions}>
        <Button size="md" variant="subtle" onClick={onBack}>
          {t('back')}
        </Button>
        {canImport && (
          <Button
            size="md"
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate(true)}
          >
            {t('finishAndImport')}
          </Button>
        )}
        <Button size="md" loading={create.isPending} onClick={() => create.mutate(false)}>
          {t('finish')}
        </Button>
      </div>
    </>
  );
};
