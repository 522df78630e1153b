import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFocusReturn } from '../shell/use-focus-return.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Sticky below the content. */
  footer?: ReactNode;
}

/** A panel beside the page; on a phone, a sheet over the lower half. */
export const SidePanel = ({ title, onClose, children, footer }: SidePanelProps) => {
  const { t } = useTranslation('reading');
  const panel = useRef<HTMLDivElement>(null);
  useFocusReturn();

  useEffect(() => {
    // A field in the panel may already have the focus.
    if (panel.current?.contains(document.activeElement) !== true) panel.current?.focus();
  }, []);

  return (
    <div
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      data-scrolls
      onKeyDown={(event) => {
        const { currentTarget, target, key, shiftKey } = event;
        if (key !== 'Tab' || shiftKey || target !== currentTarget) return;
        const control = firstControlInView(currentTarget);
        if (control === undefined) return;
        event.preventDefault();
        control.focus({ preventScroll: true });
      }}
    >
      <header className={classes.head}>
        <h2>{title}</h2>
        <button type="button" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </button>
      </header>
      <div className={classes.body}>{children}</div>
      {footer}
    </div>
  );
};

/** The first control that is not scrolled out of the panel, where Tab goes on; undefined while it is not scrolled. */
const firstControlInView = (panel: HTMLElement): HTMLElement | undefined => {
  if (panel.scrollTop === 0) return undefined;
  const controls = panel.querySelectorAll<HTMLElement>(
    `:scope > :not(header) :is(a, button, input, select, textarea):not(:disabled)`,
  );
  const top = panel.getBoundingClientRect().top + (panel.firstElementChild?.clientHeight ?? 0);
  return [...controls].find(
    (control) => control.checkVisibility() && control.getBoundingClientRect().top >= top,
  );
};
