import { Tabs } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useImperativeHandle, useState, type Ref } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { CoverTab } from './cover-tab.tsx';
import { keptDraft, useKeepDraft } from './draft.ts';
import { saveOne, type Editable, type OneChange } from './edit-calls.ts';
import classes from './editing.module.css';
import { FieldRow } from './field-row.tsx';
import type { FormHandle } from './form-handle.ts';
import {
  fieldSpecs,
  isValid,
  sameInput,
  toInput,
  toValue,
  type FieldSpec,
  type InputValue,
} from './fields.ts';

interface EditorFormProps {
  entity: EditEntity;
  id: string;
  editable: Editable;
  form: Ref<FormHandle>;
  onDone: () => void;
  onCancel: () => void;
}

/** Input value and lock by field. */
type Inputs = Record<string, { value: InputValue; locked: boolean }>;

const inputsOf = (specs: readonly FieldSpec[], { values, locks }: Editable): Inputs =>
  Object.fromEntries(
    specs.map(({ name, kind }) => [
      name,
      { value: toInput(kind, values[name]), locked: locks[name] === true },
    ]),
  );

/** Metadata editor of one series or book. */
export const EditorForm = ({
  entity,
  id,
  editable,
  form: handle,
  onDone,
  onCancel,
}: EditorFormProps) => {
  const { t } = useTranslation('editing');
  const client = useQueryClient();
  const specs = fieldSpecs[entity];
  const [initial] = useState(() => inputsOf(specs, editable));
  const [tab, setTab] = useState<string>('general');
  const [draft] = useState(keptDraft<Inputs>);
  const form = useForm<Inputs>({ defaultValues: draft ?? initial });
  useKeepDraft(() => form.getValues());
  const { errors } = form.formState;
  const inputs = useWatch({ control: form.control }) as Partial<Inputs>;
  const changedIn = (shown: Partial<Inputs>) =>
    specs.filter(({ name }) => {
      const [now, then] = [shown[name], initial[name]];
      return now?.locked !== then?.locked || !sameInput(now?.value, then?.value);
    });
  const changed = changedIn(inputs);
  const isDirty = changed.length > 0;
  // Of the form itself: what was just typed may not be rendered yet.
  useImperativeHandle(handle, () => ({ isDirty: () => changedIn(form.getValues()).length > 0 }));

  const fileValue = ({ name, kind }: FieldSpec): InputValue | undefined =>
    initial[name]?.locked === true
      ? toInput(kind, editable.file_values[name])
      : initial[name]?.value;
  const write = (name: string, value: InputValue) => {
    form.clearErrors(name);
    // Lock edited fields, so that scans do not overwrite them.
    const isOurs = specs.find((spec) => spec.name === name)?.isOurs === true;
    form.setValue(name, { value, locked: !isOurs });
  };
  const lock = (spec: FieldSpec, locked: boolean) => {
    form.clearErrors(spec.name);
    const value = locked ? inputs[spec.name]?.value : fileValue(spec);
    form.setValue(spec.name, { value: value ?? '', locked });
  };

  const save = useMutation({
    mutationFn: (change: OneChange) =>
      saveOne(client, entity, id, change, (title) => t('saved.one', { title })),
    onSuccess: onDone,
  });
  const submit = form.handleSubmit(() => {
    const change: OneChange = { set: {}, locks: {} };
    for (const { name, kind, isOurs = false } of changed) {
      const { value = '', locked = false } = inputs[name] ?? {};
      if (!locked && !isOurs) change.locks[name] = false;
      else if (sameInput(value, initial[name]?.value)) change.locks[name] = true;
      else change.set[name] = toValue(kind, value);
    }
    const wrong = changed.filter(
      ({ name }) => name in change.set && !isValid(entity, name, change.set[name]),
    );
    for (const { name, kind } of wrong) {
      form.setError(name, { message: t(`problem.${name === 'language' ? 'language' : kind}`) });
    }
    if (wrong[0] !== undefined) setTab(wrong[0].tab);
    else save.mutate(change);
  });

  const tabs = [...new Set(specs.map((spec) => spec.tab)), 'cover' as const];
  return (
    <DialogForm
      action={t('save')}
      change={save}
      disabled={!isDirty}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Tabs
        value={tab}
        onChange={(next) => setTab(next ?? 'general')}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('tabs')}>
          {tabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              data-changed={changed.some((spec) => spec.tab === name) || undefined}
            >
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} tabIndex={-1}>
            {name === 'cover' ? (
              <CoverTab entity={entity} id={id} />
            ) : (
              <div className={classes.fields}>
                {specs
                  .filter((spec) => spec.tab === name)
                  .map((spec) => (
                    <FieldRow
                      key={spec.name}
                      field={spec}
                      value={inputs[spec.name]?.value ?? ''}
                      locked={inputs[spec.name]?.locked === true}
                      fromFiles={fileValue(spec)}
                      error={errors[spec.name]?.message}
                      onChange={(value) => write(spec.name, value)}
                      onLock={(locked) => lock(spec, locked)}
                    />
                  ))}
              </div>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </DialogForm>
  );
};
