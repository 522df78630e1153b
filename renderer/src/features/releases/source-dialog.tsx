import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { ReleaseSource } from '../../../../shared/api/release-sources.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useScheduleText } from '../settings/schedule-text.ts';
import { useCreateSource, useUpdateSource } from './queries.ts';

/** Schedules of a feed; custom cron expressions can be set over the API. */
const rhythms = { never: null, hourly: '0 * * * *', sixHourly: '0 */6 * * *', daily: '0 6 * * *' };
type Rhythm = keyof typeof rhythms;
const names = Object.keys(rhythms) as Rhythm[];

interface Fields {
  display_name: string;
  url: string;
  language: string;
  cron_schedule: string | null;
}

/** `My Feed!` → `my-feed`: id prefix of the feed's releases. */
const tagOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64) || 'feed';

/** Adds or edits a feed. */
export const SourceDialog = ({
  source,
  onClose,
}: {
  source: ReleaseSource | null;
  onClose: () => void;
}) => {
  const { t } = useTranslation('releases');
  const scheduleText = useScheduleText();
  const create = useCreateSource();
  const update = useUpdateSource();
  const form = useForm<Fields>({
    defaultValues: {
      display_name: source?.display_name ?? '',
      url: source?.url ?? '',
      language: source?.language ?? '',
      cron_schedule: source === null ? rhythms.sixHourly : source.cron_schedule,
    },
  });
  const { errors } = form.formState;

  const save = useMutation({
    mutationFn: ({ language, ...fields }: Fields) => {
      const body = { ...fields, language: language.trim() === '' ? null : language.trim() };
      return source === null
        ? create.mutateAsync({ ...body, source_tag: tagOf(fields.display_name) })
        : update.mutateAsync({ id: source.id, ...body });
    },
    onSuccess: onClose,
  });

  return (
    <Dialog title={t(source === null ? 'source.add' : 'source.edit')} opened onClose={onClose}>
      <DialogForm
        action={t(source === null ? 'source.create' : 'source.save')}
        change={save}
        onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
        onCancel={onClose}
      >
        <TextInput
          label={t('source.name')}
          data-autofocus
          maxLength={255}
          {...form.register('display_name', { required: t('source.nameMissing') })}
          error={errors.display_name?.message}
        />
        <TextInput
          type="url"
          label={t('source.url')}
          description={t('source.urlText')}
          spellCheck={false}
          {...form.register('url', {
            pattern: { value: /^https?:\/\/\S+$/, message: t('source.urlWrong') },
            required: t('source.urlWrong'),
          })}
          error={errors.url?.message}
        />
        <TextInput
          label={t('source.language')}
          description={t('source.languageText')}
          maxLength={35}
          {...form.register('language')}
        />
        <Controller
          control={form.control}
          name="cron_schedule"
          render={({ field }) => (
            <Select
              label={t('source.schedule')}
              allowDeselect={false}
              data={[
                ...names.map((name) => ({
                  value: rhythms[name] ?? 'never',
                  label: t(`source.rhythms.${name}`),
                })),
                ...(field.value !== null && !Object.values(rhythms).includes(field.value)
                  ? [{ value: field.value, label: scheduleText(field.value) }]
                  : []),
              ]}
              value={field.value ?? 'never'}
              onChange={(value) => field.onChange(value === 'never' ? null : value)}
            />
          )}
        />
      </DialogForm>
    </Dialog>
  );
};
