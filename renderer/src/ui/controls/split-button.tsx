import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './split-button.module.css';

interface SplitButtonProps {
  /** The primary button: a link or an action. */
  main: ReactNode;
  menuLabel: string;
  /** `Menu.Item`s with everything else. */
  children: ReactNode;
}

/** A primary action and a menu of secondary ones. */
export const SplitButton = ({ main, menuLabel, children }: SplitButtonProps) => (
  <div className={classes.split}>
    {main}
    <Menu>
      <Menu.Target>
        <Button size="md" px={9} aria-label={menuLabel}>
          <IconChevronDown size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  </div>
);
