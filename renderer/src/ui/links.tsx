import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export type Anchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** Links that look like Mantine's parts, with the router's types for where they lead. */
export const ButtonLink = createLink((props: Anchor<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const ActionIconLink = createLink((props: Anchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
