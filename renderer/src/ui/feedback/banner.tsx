import type { ReactNode } from 'react';

import classes from './banner.module.css';

interface BannerProps {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'warning' | 'danger';
}

/** A notice about the whole view; the view stays usable below. */
export const Banner = ({ title, icon, children, action, tone = 'warning' }: BannerProps) => (
  <div className={classes.banner} role="status" data-tone={tone}>
    {icon !== undefined && (
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
    )}
    <div className={classes.text}>
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
    </div>
    {action !== undefined && <div className={classes.actions}>{action}</div>}
  </div>
);
