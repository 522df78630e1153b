import type { ReactNode } from 'react';

interface FactListProps {
  /** Name and value; a fact whose value is null is not shown. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  className?: string | undefined;
  /** Further entries: `<div><dt>…</dt><dd>…</dd></div>`. */
  children?: ReactNode;
}

/** Names and values as a definition list. */
export const FactList = ({ facts, className, children }: FactListProps) => (
  <dl className={className}>
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
    {children}
  </dl>
);
