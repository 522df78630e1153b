import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { clamp } from '../../../../shared/clamp.ts';
import classes from './hints.module.css';

interface Hint {
  text: string;
  target: DOMRect;
  side: 'below' | 'right';
}

/** Delay before a tooltip appears (ms); the next one appears at once. */
const delayMs = 400;
const gap = 8;

/**
 * Tooltips of icon buttons and of texts that can be cut: `data-hint="…"`, with `data-hint-side="right"` if there is no
 * room below; an element `data-label` inside that shows the whole text makes it unnecessary. One instance for the whole
 * page, instead of a component per button. Buttons still need an `aria-label`: tooltips are visual only.
 */
export const Hints = () => {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => watchHints(setHint), []);
  return hint === null ? null : <HintBox key={hint.text} hint={hint} />;
};

const HintBox = ({ hint: { text, target, side } }: { hint: Hint }) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const { width, height } = current.getBoundingClientRect();
    const middle = target.left + target.width / 2 - width / 2;
    const left = clamp(middle, gap, window.innerWidth - width - gap);
    const below = target.bottom + gap + height < window.innerHeight;
    current.style.left = `${side === 'right' ? target.right + gap : left}px`;
    current.style.top =
      side === 'right'
        ? `${target.top + target.height / 2 - height / 2}px`
        : `${below ? target.bottom + gap : target.top - height - gap}px`;
  }, [target, side]);
  return (
    <div ref={box} className={classes.hint} aria-hidden>
      {text}
    </div>
  );
};

const watchHints = (show: (hint: Hint | null) => void): (() => void) => {
  const listening = new AbortController();
  const { signal } = listening;
  let shown: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    shown = null;
    show(null);
  };
  const offer = (target: EventTarget | null, delay: number) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
    if (element === shown) return;
    const wait = shown === null ? delay : 0;
    hide();
    if (element === null) return;
    shown = element;
    timer = setTimeout(() => {
      const { hint: text = '', hintSide } = element.dataset;
      const label = element.querySelector<HTMLElement>('[data-label]');
      const isLabelled =
        label?.textContent === text &&
        label.offsetWidth > 1 &&
        label.scrollWidth <= label.clientWidth;
      // The opened menu replaces the tooltip, which would be behind it.
      const isOpen = element.getAttribute('aria-expanded') === 'true';
      if (text === '' || isLabelled || isOpen || !element.isConnected) return;
      const side = hintSide === 'right' ? 'right' : 'below';
      show({ text, side, target: element.getBoundingClientRect() });
    }, wait);
  };

  const listen = { signal, passive: true, capture: true };
  document.addEventListener(
    'pointerover',
    ({ pointerType, target }) => {
      if (pointerType !== 'touch') offer(target, delayMs);
    },
    listen,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) offer(target, 0);
    },
    listen,
  );
  for (const event of ['pointerdown', 'keydown', 'focusout', 'scroll']) {
    document.addEventListener(event, hide, listen);
  }
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
};
