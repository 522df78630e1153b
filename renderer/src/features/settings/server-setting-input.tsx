import { NumberInput, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../../../shared/api/settings.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { newPasswordField, verbatimField } from '../../ui/controls/sign-in-fields.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ScheduleChoice } from './schedule-choice.tsx';
import {
  inUnit,
  serverSettingChoices,
  serverSettingUnits,
  type ServerSettingKey,
} from './server-setting-sections.ts';
import classes from './settings-page.module.css';

interface InputProps {
  name: ServerSettingKey;
  setting: Setting;
  busy: boolean;
  onSave: (value: Setting['value']) => Promise<unknown>;
}

/** Input of a setting by its type; text is saved on Enter or blur. */
export const ServerSettingInput = (props: InputProps) => {
  const { value, value_type: type } = props.setting;
  if (type === 'boolean') return <BooleanInput {...props} />;
  if (props.name === 'backups.schedule') return <ScheduleInput {...props} />;
  if (serverSettingChoices[props.name]) return <ChoiceInput {...props} />;
  // The key remounts the field when the value changes elsewhere.
  return type === 'string' ? (
    <TextValue key={String(value)} {...props} />
  ) : (
    <NumberValue key={String(value)} {...props} />
  );
};

const shared = (name: ServerSettingKey) => ({
  id: `${name} input`,
  'aria-describedby': `${name} text`,
  className: classes.input,
});

const BooleanInput = ({ name, setting, onSave }: InputProps) => (
  <SavingSwitch
    id={`${name} input`}
    aria-describedby={`${name} text`}
    checked={setting.value === true}
    onSave={onSave}
  />
);

const ChoiceInput = ({ name, setting, busy, onSave }: InputProps) => {
  const { t } = useTranslation('serverSettings');
  const choices = serverSettingChoices[name] ?? [];
  return (
    <SegmentedControl
      id={`${name} input`}
      aria-label={t(`${name}.label`)}
      aria-describedby={`${name} text`}
      value={String(setting.value)}
      disabled={busy}
      onChange={(value) => void onSave(value)}
      data={choices.map((value) => ({ value, label: t(`choices.${value}`) }))}
    />
  );
};

/** An empty string means never. */
const ScheduleInput = ({ name, setting, onSave }: InputProps) => {
  const { t } = useTranslation('serverSettings');
  const cron = String(setting.value);
  return (
    <ScheduleChoice
      key={cron}
      name={t(`${name}.label`)}
      cron={cron === '' ? null : cron}
      onChange={(next) => void onSave(next ?? '')}
    />
  );
};

/**
 * Saves on Enter, and on blur unless Enter has just sent the same value. A value that was not saved is sent again with
 * Enter.
 */
const useSaveKeys = (typed: number | string, busy: boolean, save: () => void) => {
  const sent = useRef<number | string | null>(null);
  const send = () => {
    sent.current = typed;
    save();
  };
  return {
    onBlur: () => {
      if (sent.current !== typed) send();
    },
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter' && !(busy && sent.current === typed)) send();
    },
  };
};

const NumberValue = ({ name, setting, busy, onSave }: InputProps) => {
  const { t } = useTranslation('serverSettings');
  const { decimalSeparator } = useLocale();
  const { unit, factor } = serverSettingUnits[name] ?? { unit: undefined, factor: 1 };
  const shown = inUnit(name, Number(setting.value));
  const [typed, setTyped] = useState<number | string>(shown);
  const save = () => {
    if (typeof typed !== 'number' || typed === shown) {
      setTyped(shown);
      return;
    }
    const value = typed * factor;
    void onSave(setting.value_type === 'integer' ? Math.round(value) : Number(value.toFixed(4)));
  };
  return (
    <NumberInput
      {...shared(name)}
      value={typed}
      decimalSeparator={decimalSeparator()}
      decimalScale={factor === 1 ? 0 : unit === 'percent' ? 2 : 4}
      step={unit === 'percent' ? 5 : 1}
      {...(unit === 'percent' && { min: 0, max: 100 })}
      suffix={unit === undefined ? '' : t(`units.${unit}`)}
      onChange={setTyped}
      {...useSaveKeys(typed, busy, save)}
    />
  );
};

const TextValue = ({ name, setting, busy, onSave }: InputProps) => {
  const { t } = useTranslation('setup');
  // For a secret that was never set, the server returns the same placeholder.
  const isUnset = setting.is_sensitive && setting.updated_at === null;
  const text = isUnset ? '' : String(setting.value);
  const [typed, setTyped] = useState(text);
  const save = () => {
    if (typed !== text) void onSave(typed);
  };
  const field = {
    ...shared(name),
    value: typed,
    disabled: setting.by_configuration,
    ...verbatimField,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    ...useSaveKeys(typed, busy, save),
  };
  return setting.is_sensitive ? (
    <PasswordInput
      {...field}
      {...newPasswordField}
      visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
    />
  ) : (
    <TextInput {...field} />
  );
};
