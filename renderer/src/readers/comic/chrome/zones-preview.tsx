import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { stepOfZone, zonesOf } from '../input/zones.ts';
import { useReader } from '../store/reader-context.tsx';
import classes from './zones-preview.module.css';

/** How long a changed zone layout is shown over the page (ms). */
const duration = 2200;

const share = (value: number) => `${value * 100}%`;

/** Key of this device's storage: the zones were shown once. */
const shownKey = 'octavo.zones-shown';

/** Briefly shows the click zones on the first reading and after they have changed. */
export const ZonesPreview = () => {
  const { t } = useTranslation('reader');
  const zones = useReader((state) => state.settings.zones);
  const isInverted = useReader((state) => state.settings.zones_inverted);
  const mode = useReader((state) => state.mode);
  const choice = `${zones} ${isInverted}`;
  const [seen, setSeen] = useState(() => (localStorage.getItem(shownKey) === null ? null : choice));

  useEffect(() => {
    const timer = setTimeout(() => {
      setSeen(choice);
      localStorage.setItem(shownKey, 'true');
    }, duration);
    return () => clearTimeout(timer);
  }, [choice]);

  if (seen === choice) return null;
  return (
    <div className={classes.preview} aria-hidden>
      {zonesOf[zones].map((zone) => {
        const step = stepOfZone(zone.action, mode, isInverted);
        return (
          <div
            key={`${zone.x} ${zone.y}`}
            className={classes.zone}
            data-step={step}
            style={{
              left: share(zone.x),
              top: share(zone.y),
              width: share(zone.width),
              height: share(zone.height),
            }}
          >
            <span>{t(step === 1 ? 'page.next' : 'page.previous')}</span>
          </div>
        );
      })}
    </div>
  );
};
