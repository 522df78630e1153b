import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './select-checkbox.module.css';
import { useSelection } from './selection-store.ts';
import type { Selectable } from './use-selectable.ts';

interface SelectMarkProps {
  selectable: Selectable;
  id: string;
  index: number;
  /** Accessible name of the record. */
  name: string;
}

/**
 * Checkbox in the corner of a card. Visible on hover and focus, and always during selection. Not a
 * tab stop, because Space does the same on the card.
 */
export const SelectCheckbox = memo(function SelectMark({
  selectable,
  id,
  index,
  name,
}: SelectMarkProps) {
  const { t } = useTranslation('selection');
  const isSelected = useSelection(({ ids }) => ids.has(id));
  const isChoosing = useSelection((selection) => selection.isChoosing);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t('select', { name })}
      tabIndex={-1}
      className={classes.mark}
      data-choosing={isChoosing || undefined}
      onClick={(event) => {
        event.stopPropagation();
        if (event.shiftKey) selectable.extendTo(index);
        else selectable.toggle(index);
      }}
    >
      <IconCheck stroke={3} aria-hidden />
    </button>
  );
});
