import { IconRestore } from '@tabler/icons-react';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './controls.module.css';

/** The layer that a control's value comes from, and the reset to the layer below. */
export interface SettingSource {
  /** Localized name of the source; empty for the default. */
  source: string;
  /** Null if there is nothing to reset. */
  onReset: (() => void) | null;
}

interface HeadProps extends SettingSource {
  label: string;
  /** The value as text, if the control does not show it. */
  text?: string;
}

const Reset = ({ label, onReset }: { label: string; onReset: (() => void) | null }) => {
  const { t } = useTranslation('reading');
  if (!onReset) return null;
  const name = t('reset.field', { name: label });
  return (
    <button
      type="button"
      className={classes.reset}
      aria-label={name}
      title={name}
      onClick={onReset}
    >
      <IconRestore size={14} aria-hidden />
    </button>
  );
};

const Head = ({ label, source, text, onReset }: HeadProps) => (
  <span className={classes.head}>
    <span className={classes.label}>{label}</span>
    {source !== '' && <small>{source}</small>}
    <Reset label={label} onReset={onReset} />
    {text !== undefined && <output>{text}</output>}
  </span>
);

/** The settings that most people change. */
export const UsualSettings = ({ children }: { children: ReactNode }) => (
  <div className={classes.fields}>{children}</div>
);

/** The rest, hidden until it is wanted. */
export const MoreSettings = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('reading');
  return (
    <details className={classes.more}>
      <summary>{t('more')}</summary>
      {children}
    </details>
  );
};

/** A titled group of settings. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.group} aria-label={title}>
    <h3>{title}</h3>
    <div className={classes.fields}>{children}</div>
  </section>
);

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string; name: string }[];
  onChange: (value: Value) => void;
}

/** One of a few values in one line; `text` is short, `name` the accessible name. */
export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => {
  const { label, value, options, onChange } = props;
  const group = useId();
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.name}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
};

interface ChoiceProps<Value extends string> extends SettingSource {
  label: string;
  value: Value;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  /** How the name of a value looks, for example in its own typeface. */
  lookOf?: ((value: Value) => CSSProperties) | undefined;
  onChange: (value: Value) => void;
}

/** A segmented control: one of a few values. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { label, source, onReset, value, values, nameOf, lookOf, onChange } = props;
  const group = useId();
  return (
    <div className={classes.field} role="radiogroup" aria-label={label}>
      <Head label={label} source={source} onReset={onReset} />
      <div className={classes.choices}>
        {values.map((option) => (
          <label key={option} className={classes.choice}>
            <input
              type="radio"
              name={group}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span style={lookOf?.(option)}>{nameOf(option)}</span>
          </label>
        ))}
      </div>
    </div>
  );
};

interface RangeProps extends SettingSource {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value with its unit. */
  text: string;
  onChange: (value: number) => void;
}

/** A slider between two numbers. */
export const Range = (props: RangeProps) => {
  const { label, source, onReset, value, min, max, step, text, onChange } = props;
  return (
    <div className={classes.field}>
      <Head label={label} source={source} text={text} onReset={onReset} />
      <input
        type="range"
        className={classes.range}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-label={label}
        aria-valuetext={text}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
};

interface SwitchProps extends SettingSource {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export const Switch = ({ label, source, onReset, isOn, onChange }: SwitchProps) => (
  <div className={classes.switch}>
    <Head label={label} source={source} onReset={onReset} />
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-label={label}
      onChange={({ target }) => onChange(target.checked)}
    />
  </div>
);
