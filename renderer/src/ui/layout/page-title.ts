import type { LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { create } from 'zustand';

export interface Crumb {
  label: string;
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** Breadcrumb of the open page, shown in the top bar. */
export const useCrumbs = create<{ crumbs: readonly Crumb[] }>(() => ({ crumbs: [] }));

/**
 * Sets the browser's title and the breadcrumb. `title` is undefined while it loads; the crumbs
 * before it lead to the parent pages.
 */
export const usePageTitle = (title: string | undefined, parents: readonly Crumb[] = []): void => {
  const crumbs = JSON.stringify(title === undefined ? parents : [...parents, { label: title }]);
  useEffect(() => {
    document.title = title === undefined ? 'Octavo' : `${title} · Octavo`;
    useCrumbs.setState({ crumbs: JSON.parse(crumbs) as Crumb[] });
  }, [title, crumbs]);
};
