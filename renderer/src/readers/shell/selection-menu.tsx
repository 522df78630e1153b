import { IconCopy, IconNote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { clamp } from '../../../../shared/clamp.ts';
import { annotationColors, type AnnotationColor } from '../../../../shared/api/annotations.ts';
import type { BookSelection } from '../epub/engine/book-engine.ts';
import { markColors } from '../epub/engine/book-style.ts';
import classes from './shell.module.css';
import { useFocusReturn } from './use-focus-return.ts';

interface SelectionMenuProps {
  selection: BookSelection;
  /** Without it the text can only be copied. */
  canMark: boolean;
  onHighlight: (color: AnnotationColor) => void;
  onNote: () => void;
  onCopy: () => void;
}

const height = 46;
const halfWidth = 160;

/** Menu of a text selection: highlight, note, copy. */
export const SelectionMenu = (props: SelectionMenuProps) => {
  const { selection, canMark, onHighlight, onNote, onCopy } = props;
  const { t } = useTranslation('text');
  useFocusReturn();
  const { top, bottom, left, right, width } = selection.rect;
  const isRoomAbove = top > height + 60;
  const middle = clamp((left + right) / 2, halfWidth, width - halfWidth);
  return (
    <div
      className={classes.selection}
      role="toolbar"
      aria-label={t('selection.title')}
      style={{ left: middle, top: isRoomAbove ? top - height - 10 : bottom + 12 }}
    >
      {canMark &&
        annotationColors.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={t('selection.highlight', { color: t(`color.${color}`) })}
            title={t(`color.${color}`)}
            onClick={() => onHighlight(color)}
          >
            <span
              className={classes.dot}
              style={{ '--color': markColors[color] } as React.CSSProperties}
            />
          </button>
        ))}
      {canMark && (
        <>
          <span className={classes.divider} aria-hidden />
          <button
            type="button"
            aria-label={t('selection.note')}
            title={t('selection.note')}
            onClick={onNote}
          >
            <IconNote size={19} stroke={1.6} aria-hidden />
          </button>
        </>
      )}
      <button
        type="button"
        aria-label={t('selection.copy')}
        title={t('selection.copy')}
        onClick={onCopy}
      >
        <IconCopy size={19} stroke={1.6} aria-hidden />
      </button>
    </div>
  );
};
