import { useId } from 'react';

import classes from './controls.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  /** Where the value comes from, in words. */
  note: string;
  value: Value;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** One of a few values, all in sight. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { label, note, value, values, nameOf, onChange } = props;
  const group = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>
        {label} <small>{note}</small>
      </legend>
      <div className={classes.choices}>
        {values.map((option) => (
          <label key={option} className={classes.choice}>
            <input
              type="radio"
              name={group}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{nameOf(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

interface RangeProps {
  label: string;
  note: string;
  value: number;
  least: number;
  most: number;
  step: number;
  /** The value with its unit. */
  text: string;
  onChange: (value: number) => void;
}

/** A number between two others. */
export const Range = ({ label, note, value, least, most, step, text, onChange }: RangeProps) => (
  <label className={classes.group}>
    <span className={classes.label}>
      {label} <small>{note}</small> <output>{text}</output>
    </span>
    <input
      type="range"
      className={classes.range}
      min={least}
      max={most}
      step={step}
      value={value}
      aria-valuetext={text}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  </label>
);

interface SwitchProps {
  label: string;
  note?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** On or off. */
export const Switch = ({ label, note, isOn, onChange }: SwitchProps) => (
  <label className={classes.switch}>
    <span className={classes.label}>
      {label} {note !== undefined && <small>{note}</small>}
    </span>
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  </label>
);
