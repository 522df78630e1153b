import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './item-row.module.css';

interface ItemRowProps {
  /** A picture or an icon of what the row is about. */
  mark: ReactNode;
  title: ReactNode;
  /** Lines below the title, in a quieter voice; empty ones are left out. */
  details?: readonly ReactNode[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** One thing of a list that is looked after: a device, a kept book. */
export const ItemRow = ({ mark, title, details = [], actions, children }: ItemRowProps) => (
  <li className={classes.row}>
    <span className={classes.mark}>{mark}</span>
    <div className={classes.text}>
      <strong>{title}</strong>
      {details.map((detail, index) => detail !== null && <p key={index}>{detail}</p>)}
      {children}
    </div>
    {actions !== undefined && <div className={classes.actions}>{actions}</div>}
  </li>
);

interface RowActionProps {
  /** Says what it does and to which thing: "Remove Sunrise". */
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

export const RowAction = ({ label, icon, onClick }: RowActionProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={40}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
);
