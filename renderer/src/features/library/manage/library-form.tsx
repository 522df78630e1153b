import { Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { keys } from '../../../api/keys.ts';
import { DialogForm } from '../../../ui/feedback/dialog-form.tsx';
import { FolderPreview } from '../../organise/folder-preview.tsx';
import { Grouping, GroupingNow } from '../../organise/grouping.tsx';
import { FolderButton } from '../../setup/folder-button.tsx';
import { folderName, guessDirection } from '../../setup/folder-name.ts';
import {
  automaticScans,
  isAutomatic,
  manualScans,
  withAutomaticScans,
} from '../automatic-scans.ts';
import { createLibraryNow, updateLibraryNow } from '../mutations.ts';
import { DirectionChoice } from './direction-choice.tsx';
import classes from './library-form.module.css';

type Fields = Pick<Library, 'name' | 'path' | 'reading_direction' | 'series_strategy'> & {
  isAutomatic: boolean;
  /** Glob patterns, one a line. */
  excluded: string;
};

const defaults: Fields = {
  name: '',
  path: '',
  reading_direction: 'ltr',
  series_strategy: 'folder',
  isAutomatic: true,
  excluded: '',
};

const startOf = (path: string): Fields =>
  path === ''
    ? defaults
    : { ...defaults, path, name: folderName(path), reading_direction: guessDirection(path) };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Adds a library, which is then scanned at once, or edits one. */
export const LibraryForm = ({
  library,
  path: given = '',
  onDone,
  onAdded = onDone,
}: {
  library: Library | null;
  /** Preset folder of a new library. */
  path?: string;
  /** Called when the form closes. */
  onDone: () => void;
  /** Called after adding or saving. */
  onAdded?: () => void;
}) => {
  const { t } = useTranslation(['setup', 'settings']);
  const client = useQueryClient();
  const form = useForm<Fields>({
    defaultValues:
      library === null
        ? startOf(given)
        : {
            ...library,
            isAutomatic: isAutomatic(library),
            excluded: library.excluded_patterns.join('\n'),
          },
  });
  const { errors } = form.formState;
  const path = useWatch({ control: form.control, name: 'path' });

  const choose = (chosen: string) => {
    form.setValue('path', chosen, { shouldValidate: true });
    if (form.getValues('name') === '') form.setValue('name', folderName(chosen));
  };
  const save = useMutation({
    mutationFn: async ({ isAutomatic: isOn, series_strategy, excluded, ...fields }: Fields) => {
      const body = {
        name: fields.name,
        path: fields.path,
        reading_direction: fields.reading_direction,
        excluded_patterns: linesOf(excluded),
      };
      if (library === null) {
        const scans = isOn ? automaticScans : manualScans;
        await createLibraryNow({ ...body, ...scans, series_strategy, scan_immediately: true });
      } else {
        const scans = isOn === isAutomatic(library) ? {} : withAutomaticScans(library, isOn);
        await updateLibraryNow(library.id, { ...body, ...scans });
      }
      await client.invalidateQueries({ queryKey: keys.libraries });
    },
    onSuccess: onAdded,
  });

  return (
    <DialogForm
      action={t(library === null ? 'form.add' : 'form.save')}
      change={save}
      onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
      onCancel={onDone}
    >
      <div className={classes.folder}>
        <TextInput
          label={t('form.path')}
          placeholder={t('form.pathPlaceholder')}
          spellCheck={false}
          {...form.register('path', { required: t('form.pathMissing') })}
          error={errors.path?.message}
        />
        <FolderButton onPick={choose} />
      </div>
      <TextInput
        label={t('form.name')}
        {...form.register('name', { required: t('form.nameMissing'), maxLength: 255 })}
        error={errors.name?.message}
      />
      <Controller
        control={form.control}
        name="reading_direction"
        render={({ field }) => <DirectionChoice value={field.value} onChange={field.onChange} />}
      />
      {library === null ? (
        <Controller
          control={form.control}
          name="series_strategy"
          render={({ field }) => (
            <Grouping value={field.value} onChange={field.onChange}>
              <FolderPreview paths={[path]} strategy={field.value} />
            </Grouping>
          )}
        />
      ) : (
        <GroupingNow library={library} />
      )}
      <Controller
        control={form.control}
        name="isAutomatic"
        render={({ field }) => (
          <Switch
            label={t('settings:schedules.auto')}
            description={t('settings:schedules.remoteText')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
          />
        )}
      />
      <details
        className={classes.more}
        open={library !== null && library.excluded_patterns.length > 0}
      >
        <summary>{t('form.more')}</summary>
        <Textarea
          label={t('form.excluded')}
          description={t('form.excludedText')}
          autosize
          minRows={2}
          spellCheck={false}
          {...form.register('excluded')}
        />
      </details>
    </DialogForm>
  );
};
