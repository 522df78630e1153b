import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './bars.module.css';

interface PageInputProps {
  page: number;
  onGo: (page: number) => void;
}

/** Page number field; Enter goes to the number typed. */
export const PageInput = ({ page, onGo }: PageInputProps) => {
  const { t } = useTranslation('reader');
  const [draft, setDraft] = useState<string | null>(null);

  return (
    <input
      data-page-input
      className={classes.input}
      inputMode="numeric"
      aria-label={t('page.goTo')}
      value={draft ?? page}
      onChange={({ target }) => setDraft(target.value.replace(/\D/g, '').slice(0, 5))}
      onFocus={({ target }) => target.select()}
      onBlur={() => setDraft(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        if (event.key === 'Enter' && draft) onGo(Number(draft));
        event.preventDefault();
        event.stopPropagation();
        setDraft(null);
        event.currentTarget.blur();
      }}
    />
  );
};
