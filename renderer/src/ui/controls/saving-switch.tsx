import { Loader, Switch, type SwitchProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { announce } from '../feedback/announce.ts';

/** Most answers are there before (ms). */
const slowMs = 300;

interface SavingSwitchProps extends Omit<SwitchProps, 'onChange'> {
  checked: boolean;
  /** Saves the change, and reports a failure. */
  onSave: (isOn: boolean) => Promise<unknown>;
}

/**
 * A switch that is saved as it is clicked. It shows the choice at once, a spinner if the answer takes long, and the former
 * state after a failure. A choice that follows while one is being saved is saved after it.
 */
export const SavingSwitch = ({ checked, onSave, ...props }: SavingSwitchProps) => {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isSlow, setSlow] = useState(false);
  const next = useRef<boolean>(null);
  const isSaving = chosen !== null;

  useEffect(() => {
    if (!isSaving) return;
    const timer = setTimeout(() => {
      setSlow(true);
      announce(t('saving'));
    }, slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSaving, t]);

  const save = async (isOn: boolean) => {
    setChosen(isOn);
    next.current = isOn;
    if (isSaving) return;
    while (next.current !== null) {
      const current = next.current;
      next.current = null;
      await onSave(current).catch(() => undefined);
    }
    setChosen(null);
  };
  return (
    <Switch
      {...props}
      checked={chosen ?? checked}
      aria-busy={isSlow}
      thumbIcon={isSlow && <Loader size="0.7em" aria-hidden />}
      onChange={({ currentTarget }) => void save(currentTarget.checked)}
    />
  );
};
