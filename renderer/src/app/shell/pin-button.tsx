import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useUserPreference } from '../../api/user-preferences.ts';
import { useCrumbs } from '../page-head.ts';
import { maxPins, railPreference } from './rail-preference.ts';
import classes from './top-bar.module.css';

/** Keeps the page that is open, with its filters, at hand in the rail. */
export const PinButton = () => {
  const { t } = useTranslation();
  const { href, pathname } = useLocation();
  const title = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label);
  const [rail, change] = useUserPreference(railPreference);
  const isPinned = rail.pins.some((pin) => pin.href === href);
  if (pathname === '/' || title === undefined) return null;
  if (!isPinned && rail.pins.length >= maxPins) return null;

  const label = t(isPinned ? 'shell.unpin' : 'shell.pin');
  const toggle = () => {
    const others = rail.pins.filter((pin) => pin.href !== href);
    void change({ ...rail, pins: isPinned ? others : [...others, { href, title }] });
  };
  return (
    <ActionIcon
      className={classes.pin}
      variant="subtle"
      color="gray"
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
