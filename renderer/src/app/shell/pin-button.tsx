import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCrumbs } from '../../ui/layout/page-title.ts';
import classes from './top-bar.module.css';
import { usePin } from '../../features/sidebar/use-pin.ts';

/** Pins the open page, with its filters, to the sidebar. */
export const PinButton = () => {
  const { t } = useTranslation();
  const { href, pathname } = useLocation();
  const title = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label);
  const { isPinned, isPossible, toggle } = usePin({ href, title: title ?? '' });
  if (pathname === '/' || title === undefined || !isPossible) return null;

  const label = t(isPinned ? 'shell.unpin' : 'shell.pin');
  return (
    <ActionIcon
      className={classes.pin}
      size={28}
      aria-label={label}
      aria-pressed={isPinned}
      data-hint={label}
      onClick={toggle}
    >
      {isPinned ? <IconPinnedFilled size={16} /> : <IconPin size={16} stroke={1.6} />}
    </ActionIcon>
  );
};
