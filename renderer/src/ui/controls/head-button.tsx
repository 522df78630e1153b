import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './head-button.module.css';

interface HeadButtonProps {
  icon: ReactNode;
  label: string;
  /** Of a toggle: what a press does. */
  hint?: string;
  isPressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** An action in the header of a series or book: icon and label, where there is no room the icon alone. */
export const HeadButton = ({
  icon,
  label,
  hint,
  isPressed,
  disabled,
  onClick,
}: HeadButtonProps) => (
  <Button
    className={classes.button}
    size="md"
    variant="default"
    leftSection={icon}
    aria-pressed={isPressed}
    data-hint={hint ?? label}
    disabled={disabled ?? false}
    onClick={onClick}
  >
    <span className={classes.label} data-label>
      {label}
    </span>
  </Button>
);
