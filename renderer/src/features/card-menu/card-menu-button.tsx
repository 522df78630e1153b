import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './card-menu-button.module.css';
import { cardFromEvent, type Card } from './card-from-event.ts';

interface Spot {
  card: Card;
  link: HTMLElement;
  /** Bottom right corner of the cover, in window pixels. */
  right: number;
  bottom: number;
}

/**
 * Menu button on the hovered cover. A single button for all cards, because scrolling renders
 * hundreds of them.
 */
export const CardMenuButton = ({
  onOpen,
}: {
  onOpen: (card: Card, x: number, y: number, link: HTMLElement) => void;
}) => {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    const onOver = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' || button.current?.contains(target as Node) === true) return;
      const found = spotOf(target);
      setSpot((before) => (before?.link === found?.link ? before : found));
    };
    const hide = () => setSpot(null);
    document.addEventListener('pointerover', onOver);
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, []);
  if (spot === null) return null;
  const { card, link, right, bottom } = spot;
  return (
    <ActionIcon
      ref={button}
      className={classes.dots}
      style={{ left: right - 36, top: bottom - 40 }}
      size={30}
      variant="default"
      // Not focusable: the menu key works on the card itself.
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={t('cardActions')}
      onClick={() => onOpen(card, right - 36, bottom - 6, link)}
    >
      <IconDotsVertical size={17} />
    </ActionIcon>
  );
};

const spotOf = (target: EventTarget | null): Spot | null => {
  const card = cardFromEvent(target);
  const link = target instanceof Element ? target.closest('a') : null;
  const cover = link?.querySelector('[data-cover]')?.getBoundingClientRect();
  if (card === null || link === null || cover === undefined) return null;
  return { card, link, right: cover.right, bottom: cover.bottom };
};
