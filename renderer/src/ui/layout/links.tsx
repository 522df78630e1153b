import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export type Anchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** Mantine components as router links with typed targets. */
export const ButtonLink = createLink((props: Anchor<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const ActionIconLink = createLink((props: Anchor<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
