import {
  ActionIcon,
  Button,
  Menu,
  type ActionIconProps,
  type ButtonProps,
  type MenuItemProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Anchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** Links that look like Mantine's parts, with the router's types for where they lead. */
export const ButtonLink = createLink((props: Anchor<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const ActionIconLink = createLink((props: Anchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));

export const MenuLink = createLink((props: Anchor<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
