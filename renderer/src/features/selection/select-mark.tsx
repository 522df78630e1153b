import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './select-mark.module.css';
import { useSelection } from './selection-store.ts';
import type { Selectable } from './use-selectable.ts';

interface SelectMarkProps {
  selectable: Selectable;
  id: string;
  index: number;
  /** What is chosen, for those who cannot see it. */
  name: string;
}

/**
 * The circle in the corner of a card that chooses it. It shows where the pointer or the keyboard is, and
 * everywhere while choosing. The keyboard does the same with Space, so it is no stop of its own.
 */
export const SelectMark = memo(function SelectMark({
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
