import { SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { type CollectionField, collectionFields } from '../../../../shared/api/collections.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { filterFields } from '../filters/fields.ts';
import { type FilterGroup, toCondition } from '../filters/filter-tree.ts';
import { RuleBuilder } from '../filters/rule-builder.tsx';
import { filterOf, newDraft } from '../smart-lists/draft.ts';
import { LiveCount } from '../smart-lists/live-count.tsx';
import { type KeptList, listApis, type ListKind } from './list-api.ts';
import classes from './lists.module.css';
import { refreshLists } from './queries.ts';

interface ListDialogProps {
  kind: ListKind;
  /** Null creates a list. */
  list: KeptList | null;
  onClose: () => void;
  onDone?: (list: KeptList) => void;
}

/** Creates a list, or edits its name, description and order. */
export const ListDialog = ({ kind, list, onClose, onDone }: ListDialogProps) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const saved = {
    name: list?.name ?? '',
    summary: list?.summary ?? '',
    ordered: list?.ordered ?? kind === 'readLists',
  };
  const form = useForm({ defaultValues: saved });
  const { errors } = form.formState;
  const savedCondition = list?.condition ?? null;
  const [isRuled, setRuled] = useState(savedCondition !== null);
  const [filter, setFilter] = useState(filterOf({ condition: savedCondition }));
  const condition = isRuled ? toCondition<CollectionField>(filter) : null;
  const [isRuleMissing, setRuleMissing] = useState(false);
  const save = useMutation({
    mutationFn: async ({ name, summary, ordered }: typeof saved) => {
      const fields = {
        name,
        summary: summary.trim() === '' ? null : summary,
        ordered: ordered && !isRuled,
        condition,
      };
      const done =
        list === null
          ? await listApis[kind].create(fields, [])
          : await listApis[kind].update(list.id, fields);
      await refreshLists(client);
      return done;
    },
    onSuccess: (done) => {
      onClose();
      onDone?.(done);
    },
  });
  const submit = form.handleSubmit((fields) => {
    if (isRuled && condition === null) setRuleMissing(true);
    else save.mutate(fields);
  });
  return (
    <Dialog
      title={list === null ? t(`${kind}.new`) : t('edit', { name: list.name })}
      opened
      onClose={onClose}
      size={isRuled ? 720 : 480}
    >
      <DialogForm
        action={t(list === null ? 'create' : 'save')}
        change={save}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          autoComplete="off"
          data-autofocus
          maxLength={255}
          {...form.register('name', {
            validate: (value) => value.trim() !== '' || t('nameMissing'),
          })}
          error={errors.name?.message}
        />
        <Textarea
          label={t('summary')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          {...form.register('summary')}
        />
        {kind === 'collections' && (
          <SegmentedControl
            aria-label={t('rule.how')}
            value={isRuled ? 'rule' : 'hand'}
            onChange={(value) => setRuled(value === 'rule')}
            data={[
              { value: 'hand', label: t('rule.byHand') },
              { value: 'rule', label: t('rule.byRule') },
            ]}
          />
        )}
        {isRuled ? (
          <>
            <RuleFields
              filter={filter}
              onChange={(changed) => {
                setRuleMissing(false);
                setFilter(changed);
              }}
            />
            {isRuleMissing && (
              <p className={classes.problem} role="alert">
                {t('rule.missing')}
              </p>
            )}
          </>
        ) : (
          <Controller
            control={form.control}
            name="ordered"
            render={({ field }) => (
              <Switch
                label={t('ordered')}
                description={t('orderedText')}
                checked={field.value}
                onChange={({ currentTarget }) => field.onChange(currentTarget.checked)}
              />
            )}
          />
        )}
      </DialogForm>
    </Dialog>
  );
};

/** Fields that are the same for all users. */
const fields = filterFields.series.filter(({ name }) => name in collectionFields);
const byName = newDraft('series').sort;

interface RuleFieldsProps {
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
}

/** Edits a collection's rule and previews its result. */
const RuleFields = ({ filter, onChange }: RuleFieldsProps) => {
  const { t } = useTranslation('lists');
  return (
    <>
      <p className={classes.hint}>{t('rule.hint')}</p>
      <RuleBuilder kind="series" fields={fields} filter={filter} onChange={onChange} />
      <LiveCount target="series" filter={filter} words="" sort={byName} />
    </>
  );
};
