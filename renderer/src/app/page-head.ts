import type { LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { create } from 'zustand';

export interface Crumb {
  label: string;
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** The way to the page that is open, shown in the top bar. */
export const useCrumbs = create<{ crumbs: readonly Crumb[] }>(() => ({ crumbs: [] }));

/**
 * Names the page in the browser's title and in the breadcrumb. `title` is undefined while it is not
 * known; the crumbs before it lead to its parents.
 */
export const usePageHead = (title: string | undefined, parents: readonly Crumb[] = []): void => {
  const crumbs = JSON.stringify(title === undefined ? parents : [...parents, { label: title }]);
  useEffect(() => {
    document.title = title === undefined ? 'Octavo' : `${title} · Octavo`;
    useCrumbs.setState({ crumbs: JSON.parse(crumbs) as Crumb[] });
  }, [title, crumbs]);
};
