import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { readingDirections, type ReadingDirection } from '../../../../../shared/api/libraries.ts';
import classes from './direction-choice.module.css';
import { DirectionPicture } from './direction-picture.tsx';

interface DirectionChoiceProps {
  value: ReadingDirection;
  onChange: (value: ReadingDirection) => void;
  /** Three large pictures; otherwise a compact row of all four. */
  large?: boolean;
}

/** The setup wizard offers the most common choices only. */
const largeChoices = ['ltr', 'rtl', 'webtoon'] as const;

/** Chooses the reading direction by picture. */
export const DirectionChoice = ({ value, onChange, large = false }: DirectionChoiceProps) => {
  const { t } = useTranslation(['setup', 'libraries']);
  const name = useId();
  const choices = large ? largeChoices : readingDirections;
  return (
    <fieldset className={classes.choice} data-large={large || undefined}>
      <legend className={large ? classes.hidden : classes.legend}>{t('form.direction')}</legend>
      {choices.map((direction) => (
        <label key={direction} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={value === direction}
            onChange={() => onChange(direction)}
          />
          <DirectionPicture direction={direction} />
          <span>{t(`direction.${direction}`)}</span>
          {large && <small>{t(`libraries:directionText.${direction}`)}</small>}
        </label>
      ))}
    </fieldset>
  );
};
