import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './prose.module.css';

/** Longer summaries are collapsed (characters). */
const longText = 420;

/** A summary as plain text with its line breaks. */
export const Prose = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const long = text.length > longText;
  return (
    <div className={classes.prose}>
      <p className={classes.text} data-clamped={(long && !open) || undefined}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'less' : 'more')}
        </button>
      )}
    </div>
  );
};
