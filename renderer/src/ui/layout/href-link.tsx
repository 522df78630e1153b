import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { basePath } from '../../api/base-path.ts';

/** A link to a stored URL such as `/library/x?view=books`; marked as active while open. */
export const HrefLink = ({ href, ...rest }: ComponentProps<'a'> & { href: string }) => {
  const { history } = useRouter();
  const isOpen = useRouterState({ select: ({ location }) => location.href === href });
  return (
    <a
      {...rest}
      href={basePath + href}
      aria-current={isOpen ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        history.push(basePath + href);
      }}
    />
  );
};
