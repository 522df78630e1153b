import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Permission } from '../../../../shared/permissions.ts';
import { deviceRights, hasRight, withRight } from './device-rights.ts';
import classes from './devices.module.css';

interface RightsChoiceProps {
  /** Permissions of the device. */
  value: readonly Permission[];
  /** Permissions of its user: a device never gets more. */
  granted: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
}

/** Chooses a device's permissions by group. */
export const RightsChoice = ({ value, granted, onChange }: RightsChoiceProps) => {
  const { t } = useTranslation('devices');
  return (
    <fieldset className={classes.rights}>
      <legend>{t('rights.label')}</legend>
      {deviceRights
        .filter((right) => hasRight(granted, right))
        .map((right) => (
          <Switch
            key={right}
            label={t(`rights.${right}`)}
            description={t(`rights.${right}Text`)}
            checked={hasRight(value, right)}
            // `read` is always on: a device without it needs no pairing.
            disabled={right === 'read'}
            onChange={({ currentTarget }) =>
              onChange(withRight(value, right, currentTarget.checked, granted))
            }
          />
        ))}
    </fieldset>
  );
};
