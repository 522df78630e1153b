import { ActionIcon } from '@mantine/core';
import { IconDotsVertical, IconPlayerPlay } from '@tabler/icons-react';
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
  isReadable: boolean;
}

interface CardMenuButtonProps {
  onOpen: (card: Card, x: number, y: number, link: HTMLElement) => void;
  onRead: (card: Card) => void;
}

/**
 * Read and menu buttons on the hovered cover. A single pair for all cards, because scrolling renders
 * hundreds of them.
 */
export const CardMenuButton = ({ onOpen, onRead }: CardMenuButtonProps) => {
  const { t } = useTranslation();
  const buttons = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState(hoveredSpot);
  useEffect(() => {
    const onOver = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons.current?.contains(target as Node) === true) return;
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
  const { card, link, right, bottom, isReadable } = spot;
  // Not focusable: the menu key works on the card itself, and its menu begins with Read.
  const buttonProps = { size: 30, variant: 'default', tabIndex: -1 } as const;
  return (
    <div ref={buttons} className={classes.buttons} style={{ left: right - 70, top: bottom - 40 }}>
      {isReadable && (
        <ActionIcon
          {...buttonProps}
          aria-label={t('read')}
          data-hint={t('read')}
          onClick={() => onRead(card)}
        >
          <IconPlayerPlay size={16} />
        </ActionIcon>
      )}
      <ActionIcon
        {...buttonProps}
        aria-haspopup="menu"
        aria-label={t('cardActions')}
        onClick={() => onOpen(card, right - 36, bottom - 6, link)}
      >
        <IconDotsVertical size={17} />
      </ActionIcon>
    </div>
  );
};

/** This code may be loaded when the pointer is over a card already. */
const hoveredSpot = (): Spot | null =>
  matchMedia('(hover: hover)').matches
    ? spotOf([...document.querySelectorAll(':hover')].at(-1) ?? null)
    : null;

const spotOf = (target: EventTarget | null): Spot | null => {
  const card = cardFromEvent(target);
  const link = target instanceof Element ? target.closest('a') : null;
  const cover = link?.querySelector('[data-cover]')?.getBoundingClientRect();
  if (card === null || link === null || cover === undefined) return null;
  const isReadable = link.querySelector('[data-broken]') === null;
  return { card, link, right: cover.right, bottom: cover.bottom, isReadable };
};
