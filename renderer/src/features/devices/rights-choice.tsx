import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Permission } from '../../../../shared/permissions.ts';
import { deviceRights, hasRight, withRight } from './device-rights.ts';
import classes from './devices.module.css';

interface RightsChoiceProps {
  /** What the device may do. */
  value: readonly Permission[];
  /** What its person may do: a device never gets more. */
  may: readonly Permission[];
  disabled?: boolean;
  onChange: (permissions: Permission[]) => void;
}

/** What a device may do, right by right. */
export const RightsChoice = ({ value, may, disabled = false, onChange }: RightsChoiceProps) => {
  const { t } = useTranslation('devices');
  return (
    <fieldset className={classes.rights}>
      <legend>{t('rights.label')}</legend>
      {deviceRights
        .filter((right) => hasRight(may, right))
        .map((right) => (
          <Switch
            key={right}
            label={t(`rights.${right}`)}
            description={t(`rights.${right}Text`)}
            checked={hasRight(value, right)}
            // A device that may not even read needs no pairing.
            disabled={disabled || right === 'read'}
            onChange={({ currentTarget }) =>
              onChange(withRight(value, right, currentTarget.checked, may))
            }
          />
        ))}
    </fieldset>
  );
};
