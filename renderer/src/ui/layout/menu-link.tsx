import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

import type { Anchor } from './links.tsx';

/** A menu item that is a link. In its own file, because few pages need the menu at start. */
export const MenuLink = createLink((props: Anchor<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
