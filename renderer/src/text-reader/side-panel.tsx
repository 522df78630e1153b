import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import panelClasses from '../reading-settings/reading-panel.module.css';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What lies over the text at its side, below on a phone. */
export const SidePanel = ({ title, onClose, children }: SidePanelProps) => {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (panel.current?.contains(before) !== true) panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div ref={panel} className={panelClasses.panel} role="dialog" aria-label={title} tabIndex={-1}>
      <header className={panelClasses.head}>
        <h2>{title}</h2>
        <button type="button" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </button>
      </header>
      <div className={panelClasses.body}>{children}</div>
    </div>
  );
};
