import type { Icon } from '@tabler/icons-react';

import classes from './bars.module.css';

interface BarButtonProps {
  /** The accessible name, also shown when the pointer rests on it. */
  label: string;
  icon: Icon;
  onClick: () => void;
  /** Given for buttons that switch something. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Left out on narrow windows. */
  isSecondary?: boolean;
}

export const BarButton = ({
  label,
  icon: Picture,
  onClick,
  isPressed,
  isDisabled = false,
  isSecondary = false,
}: BarButtonProps) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    disabled={isDisabled}
    data-secondary={isSecondary || undefined}
    onClick={onClick}
  >
    <Picture size={20} stroke={1.6} aria-hidden />
  </button>
);
