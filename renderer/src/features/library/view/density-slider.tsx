import { Slider, Tooltip } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { densities, setPreference, usePreferences } from '../../../ui/preferences.ts';
import classes from './library-head.module.css';

/** Cover size of grids on this device. */
export const DensitySlider = () => {
  const { t } = useTranslation('browse');
  const density = usePreferences((preferences) => preferences.density);
  return (
    <div className={classes.density}>
      <Tooltip label={t('size')}>
        <IconPhoto size={17} stroke={1.6} aria-hidden />
      </Tooltip>
      <Slider
        className={classes.slider}
        size={3}
        thumbSize={14}
        min={1}
        max={5}
        step={1}
        label={null}
        value={density}
        thumbLabel={t('size')}
        onChange={(value) =>
          setPreference({ density: densities.find((known) => known === value) ?? 3 })
        }
      />
    </div>
  );
};
