import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './item-row.module.css';

interface ItemRowProps {
  /** Image or icon of the row. */
  mark: ReactNode;
  title: ReactNode;
  /** Secondary lines below the title; empty ones are omitted. */
  details?: readonly ReactNode[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** Row of a management list: a device, a download, … */
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
  /** Names the action and its object: "Remove Sunrise". */
  label: string;
  icon: ReactNode;
  /** The action is under way. */
  isBusy?: boolean;
  onClick: () => void;
}

export const RowAction = ({ label, icon, isBusy = false, onClick }: RowActionProps) => (
  <ActionIcon size={40} aria-label={label} title={label} loading={isBusy} onClick={onClick}>
    {icon}
  </ActionIcon>
);
