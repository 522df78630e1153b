import { Button, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { errorMessage } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { FormMessage } from '../../../ui/feedback/form-error.tsx';
import { DialogActions } from '../../../ui/feedback/dialog.tsx';
import { FolderPreview } from '../../organise/folder-preview.tsx';
import { Grouping, GroupingNow } from '../../organise/grouping.tsx';
import { FolderButton } from '../../setup/folder-button.tsx';
import { folderName, guessDirection } from '../../setup/folder-name.ts';
import { createLibraryNow, updateLibraryNow } from '../mutations.ts';
import { DirectionChoice } from './direction-choice.tsx';
import classes from './library-form.module.css';

type Fields = Pick<Library, 'name' | 'path' | 'reading_direction' | 'series_strategy'> & {
  scan_on_start: boolean;
};

const defaults: Fields = {
  name: '',
  path: '',
  reading_direction: 'ltr',
  series_strategy: 'folder',
  scan_on_start: false,
};

const startOf = (path: string): Fields =>
  path === ''
    ? defaults
    : { ...defaults, path, name: folderName(path), reading_direction: guessDirection(path) };

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
  const { t } = useTranslation(['library', 'common']);
  const client = useQueryClient();
  const form = useForm<Fields>({
    defaultValues:
      library === null
        ? startOf(given)
        : { ...library, scan_on_start: library.scanning_config.scan_on_start },
  });
  const { errors, isSubmitting } = form.formState;
  const path = useWatch({ control: form.control, name: 'path' });

  const choose = (chosen: string) => {
    form.setValue('path', chosen, { shouldValidate: true });
    if (form.getValues('name') === '') form.setValue('name', folderName(chosen));
  };
  const submit = form.handleSubmit(async ({ scan_on_start, ...fields }) => {
    const body = {
      name: fields.name,
      path: fields.path,
      reading_direction: fields.reading_direction,
      scanning_config: { scan_on_start },
    };
    try {
      if (library === null) {
        const { series_strategy } = fields;
        await createLibraryNow({ ...body, series_strategy, scan_immediately: true });
      } else await updateLibraryNow(library.id, body);
      await client.invalidateQueries({ queryKey: keys.libraries });
      onAdded();
    } catch (error) {
      form.setError('root', { message: errorMessage(error) ?? t('common:error.unreachable') });
    }
  });

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
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
        name="scan_on_start"
        render={({ field }) => (
          <Switch
            label={t('form.scanOnStart')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
          />
        )}
      />
      <FormMessage text={errors.root?.message} />
      <DialogActions onCancel={onDone}>
        <Button type="submit" loading={isSubmitting}>
          {t(library === null ? 'form.add' : 'form.save')}
        </Button>
      </DialogActions>
    </form>
  );
};
