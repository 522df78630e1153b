import type { ReactNode } from 'react';

import { basePath } from '../../api/base-path.ts';
import classes from './auth-layout.module.css';

interface GateProps {
  title: string;
  text: string;
  children?: ReactNode;
  /** For pictures and lists instead of a single form. */
  wide?: boolean;
  step?: ReactNode;
}

/** Layout of sign-in and setup pages. */
export const AuthLayout = ({ title, text, children, wide = false, step }: GateProps) => (
  <main className={classes.gate}>
    <div className={classes.panel} data-wide={wide || undefined}>
      <div className={classes.brand}>
        <img src={`${basePath}/favicon.svg`} alt="" width={30} height={30} />
        <span>Octavo</span>
      </div>
      {step}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  </main>
);
