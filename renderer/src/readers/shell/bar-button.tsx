import type { Icon } from '@tabler/icons-react';

import classes from './bars.module.css';

interface BarButtonProps {
  /** Accessible name and tooltip. */
  label: string;
  icon: Icon;
  onClick: () => void;
  /** For toggle buttons only. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Hidden in narrow windows. */
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
