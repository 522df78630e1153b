import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

import type { Anchor } from './links.tsx';

/** An entry of a menu that leads somewhere. Apart from the other links: few pages start with a menu. */
export const MenuLink = createLink((props: Anchor<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
