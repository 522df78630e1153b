import { Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { ConversionRule } from '../../../../../shared/api/conversion-rule.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import { defaultScanRules, type ScanRules } from '../../../../../shared/api/scan-rules.ts';
import { AppError, type FieldProblem } from '../../../../../shared/errors.ts';
import type { previewLibrary } from '../../../../../shared/api/library-preview.ts';
import type { EndpointInput } from '../../../../../shared/endpoint.ts';
import { keys } from '../../../api/keys.ts';
import { DialogForm } from '../../../ui/feedback/dialog-form.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useTranslateServerMessage } from '../../../ui/feedback/translate-server-message.ts';
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
import { canSave } from './scan-rules.ts';

type Fields = Pick<Library, 'name' | 'path' | 'reading_direction' | 'series_strategy'> & {
  isAutomatic: boolean;
  /** Glob patterns, one a line. */
  excluded: string;
  rules: ScanRules;
  conversion: ConversionRule | null;
};

const defaults: Fields = {
  name: '',
  path: '',
  reading_direction: 'ltr',
  series_strategy: 'folder',
  isAutomatic: true,
  excluded: '',
  rules: defaultScanRules,
  conversion: null,
};

const ScanRulesFields = lazyPart(
  async () => ({ default: (await import('./scan-rules-fields.tsx')).ScanRulesFields }),
  <Skeleton height={320} mt="sm" />,
);
const ConversionRuleField = lazyPart(async () => ({
  default: (await import('../../conversions/conversion-rule-field.tsx')).ConversionRuleField,
}));
const ScanPreview = lazyPart(async () => ({
  default: (await import('./scan-preview.tsx')).ScanPreview,
}));

/** The field of the form that an error of the server names. */
const fieldOfError = (error: unknown): 'path' | 'name' | null => {
  const details: unknown = error instanceof AppError ? error.details : null;
  const [problem] = Array.isArray(details) ? (details as Partial<FieldProblem>[]) : [];
  return (['path', 'name'] as const).find((field) => problem?.path === `body.${field}`) ?? null;
};

/** Whether a change takes effect only with the next scan. */
const needsScan = (before: Library, after: Library): boolean =>
  before.path !== after.path ||
  JSON.stringify([before.excluded_patterns, before.scan_rules]) !==
    JSON.stringify([after.excluded_patterns, after.scan_rules]);

const startOf = (path: string): Fields =>
  path === ''
    ? defaults
    : { ...defaults, path, name: folderName(path), reading_direction: guessDirection(path) };

const fieldsOf = (library: Library): Fields => ({
  ...library,
  isAutomatic: isAutomatic(library),
  excluded: library.excluded_patterns.join('\n'),
  rules: library.scan_rules,
  conversion: library.conversion_rule,
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether the settings behind “More” are worth showing at once. */
const isUnusual = ({ excluded_patterns, scan_rules, conversion_rule }: Library): boolean =>
  excluded_patterns.length > 0 ||
  conversion_rule !== null ||
  JSON.stringify(scan_rules) !== JSON.stringify(defaultScanRules);

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
  onAdded?: (saved: Library, needsScan: boolean) => void;
}) => {
  const { t } = useTranslation(['setup', 'settings']);
  const client = useQueryClient();
  const form = useForm<Fields>({
    defaultValues: library === null ? startOf(given) : fieldsOf(library),
  });
  const { errors } = form.formState;
  const sentence = useTranslateServerMessage();
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
        scan_rules: fields.rules,
      };
      let saved: Library;
      if (library === null) {
        const scans = isOn ? automaticScans : manualScans;
        const start = { series_strategy, scan_immediately: true };
        saved = await createLibraryNow({ ...body, ...scans, ...start });
      } else {
        const scans = isOn === isAutomatic(library) ? {} : withAutomaticScans(library, isOn);
        const { conversion: conversion_rule } = fields;
        // A rule needs the permission to convert files.
        const rule = { conversion_rule, ...(conversion_rule && { convert_files: true }) };
        saved = await updateLibraryNow(library.id, { ...body, ...scans, ...rule });
      }
      await client.invalidateQueries({ queryKey: keys.libraries });
      return saved;
    },
    onSuccess: (saved) => onAdded(saved, library !== null && needsScan(library, saved)),
    onError: (error) => {
      const field = fieldOfError(error);
      if (field) form.setError(field, { message: sentence(error.message) }, { shouldFocus: true });
    },
  });
  const failedField = fieldOfError(save.error);
  const settings = (): EndpointInput<typeof previewLibrary>['body'] => {
    const { excluded, rules, series_strategy, ...fields } = form.getValues();
    return {
      paths: [fields.path],
      series_strategy,
      excluded_patterns: linesOf(excluded),
      scan_rules: rules,
      ...(library === null ? {} : { library_id: library.id }),
    };
  };

  return (
    <DialogForm
      action={t(library === null ? 'form.add' : 'form.save')}
      change={failedField === null ? save : { ...save, error: null }}
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
      <MoreFields
        form={form}
        startsOpen={library !== null && isUnusual(library)}
        conversion={
          library !== null && (
            <Controller
              control={form.control}
              name="conversion"
              render={({ field }) => (
                <ConversionRuleField
                  libraryId={library.id}
                  value={field.value}
                  onChange={field.onChange}
                  onLeave={onDone}
                />
              )}
            />
          )
        }
        preview={<ScanPreview settings={settings} disabled={path === ''} />}
      />
    </DialogForm>
  );
};

/** Settings that few libraries need: excluded files and rules of the scan. */
const MoreFields = ({
  form,
  startsOpen,
  conversion,
  preview,
}: {
  form: UseFormReturn<Fields>;
  startsOpen: boolean;
  conversion: ReactNode;
  preview: ReactNode;
}) => {
  const { t } = useTranslation('setup');
  const path = useWatch({ control: form.control, name: 'path' });
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className={classes.more}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
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
      {isOpen && (
        <>
          <Controller
            control={form.control}
            name="rules"
            rules={{ validate: canSave }}
            render={({ field, fieldState }) => (
              <ScanRulesFields
                path={path}
                value={field.value}
                onChange={field.onChange}
                showsProblems={fieldState.invalid}
              />
            )}
          />
          {conversion}
          {preview}
        </>
      )}
    </details>
  );
};
