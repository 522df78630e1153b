import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useImperativeHandle, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { BulkField, type BulkInput } from './bulk-field.tsx';
import { keptDraft, useKeepDraft } from './draft.ts';
import { saveMany, type ManyChange } from './edit-calls.ts';
import classes from './editing.module.css';
import type { FormHandle } from './form-handle.ts';
import { fieldSpecs, isValid, toInput, toValue, type FieldSpec } from './fields.ts';

interface BulkFormProps {
  entity: EditEntity;
  ids: readonly string[];
  form: Ref<FormHandle>;
  onDone: () => void;
  onCancel: () => void;
}

/** Edits several records at once; untouched fields stay unchanged. */
export const BulkForm = ({ entity, ids, form, onDone, onCancel }: BulkFormProps) => {
  const { t } = useTranslation('editing');
  const client = useQueryClient();
  const specs = fieldSpecs[entity].filter(({ single }) => single !== true);
  const [inputs, setInputs] = useState(() => keptDraft<Record<string, BulkInput>>() ?? {});
  useKeepDraft(() => inputs);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (change: ManyChange) =>
      saveMany(client, entity, ids, change, (count) => t(`saved.${entity}`, { count })),
    onSuccess: onDone,
  });
  const touched = specs.filter(({ name }) => (inputs[name]?.way ?? 'leave') !== 'leave');
  const isDirty = touched.length > 0;
  useImperativeHandle(form, () => ({ isDirty: () => isDirty }));

  const inputOf = ({ name, kind }: FieldSpec): BulkInput =>
    inputs[name] ?? { way: 'leave', value: toInput(kind, null) };
  const submit = () => {
    const change: ManyChange = { set: {}, add: {}, remove: {} };
    const wrong: Record<string, string> = {};
    for (const spec of touched) {
      const { way, value } = inputOf(spec);
      const requested =
        way === 'clear' ? toValue(spec.kind, toInput(spec.kind, null)) : toValue(spec.kind, value);
      const isEmpty =
        way !== 'clear' &&
        (requested === null || (Array.isArray(requested) && requested.length === 0));
      if (isEmpty || !isValid(entity, spec.name, requested)) {
        wrong[spec.name] = t(
          isEmpty
            ? 'problem.empty'
            : `problem.${spec.name === 'language' ? 'language' : spec.kind}`,
        );
      } else if (way === 'add' || way === 'remove') change[way][spec.name] = requested as unknown[];
      else change.set[spec.name] = requested;
    }
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(change);
  };

  return (
    <DialogForm
      action={t(`bulk.apply.${entity}`, { count: ids.length })}
      change={save}
      disabled={!isDirty}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className={classes.lead}>{t('bulk.lead')}</p>
      <div className={classes.panel} tabIndex={0} role="group" aria-label={t('tabs')}>
        {specs.map((spec) => (
          <BulkField
            key={spec.name}
            field={spec}
            input={inputOf(spec)}
            error={errors[spec.name]}
            onChange={(input) => setInputs((known) => ({ ...known, [spec.name]: input }))}
          />
        ))}
      </div>
      {isDirty && (
        <ul className={classes.preview} aria-label={t('bulk.preview')}>
          {touched.map((spec) => (
            <li key={spec.name}>
              <BulkSentence field={spec} input={inputOf(spec)} />
            </li>
          ))}
        </ul>
      )}
    </DialogForm>
  );
};

/** Describes the pending change of a field. */
const BulkSentence = ({ field, input }: { field: FieldSpec; input: BulkInput }) => {
  const { t } = useTranslation('editing');
  const { way, value } = input;
  const words = Array.isArray(value)
    ? value.map((entry) => (typeof entry === 'string' ? entry : (Object.values(entry)[0] ?? '')))
    : [field.kind === 'choice' && value !== '' ? t(`option.${value}` as 'option.ongoing') : value];
  const text = words.filter((word) => word !== '').join(', ');
  return t(`bulk.will.${way}`, {
    field: t(`field.${field.name}`),
    value: text === '' ? '…' : text,
  });
};
