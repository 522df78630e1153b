import type { CSSProperties, ReactNode } from 'react';

import { Cover } from '../cover/cover.tsx';
import { useCoverTint } from '../cover/cover-tint.ts';
import classes from './entity-head.module.css';

interface EntityHeadProps {
  cover: string;
  title: string;
  broken?: boolean;
  /** The parent, above the title. */
  above?: ReactNode;
  /** Line of facts below the title. */
  facts: readonly (string | null)[];
  actions: ReactNode;
  children?: ReactNode;
}

/** Header of a series or book: its cover, and a backdrop tinted by it. */
export const EntityHead = ({
  cover,
  title,
  broken = false,
  above,
  facts,
  actions,
  children,
}: EntityHeadProps) => {
  const tint = useCoverTint(cover);
  return (
    <header
      className={classes.head}
      style={tint === null ? undefined : ({ '--tint': tint } as CSSProperties)}
    >
      <div className={classes.cover}>
        <Cover src={cover} title={title} broken={broken} eager />
      </div>
      <div className={classes.titles}>
        {above !== undefined && <div className={classes.above}>{above}</div>}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      <div className={classes.rest}>
        <div className={classes.actions}>{actions}</div>
        {children}
      </div>
    </header>
  );
};
