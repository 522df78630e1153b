import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { AppError } from '../../../../shared/errors.ts';
import { SavedRow } from './saved-row.tsx';
import classes from './saved-row.module.css';

interface PortRowProps {
  label: string;
  text: string;
  port: number;
  isPending: boolean;
  /** Why the last port was rejected, and a free alternative. */
  message: string | null;
  freePort: number | null;
  onSave: (port: number) => void;
}

/** A port setting that offers a free port if the chosen one is in use. */
export const PortRow = (props: PortRowProps) => {
  const { t } = useTranslation('settings');
  const { label, message, freePort } = props;
  const [typed, setTyped] = useState<number | string>(props.port);
  const port = Number(typed);
  const isPort = typed !== '' && Number.isInteger(port) && port >= 1 && port <= 65_535;
  const refusal = message !== null && (
    <>
      {message}{' '}
      {freePort !== null && (
        <button type="button" className={classes.link} onClick={() => setTyped(freePort)}>
          {t('port.use', { port: freePort })}
        </button>
      )}
    </>
  );
  return (
    <SavedRow
      label={label}
      text={props.text}
      isChanged={port !== props.port}
      isValid={isPort}
      isPending={props.isPending}
      onSave={() => props.onSave(port)}
    >
      <NumberInput
        classNames={{ root: classes.port, wrapper: classes.number }}
        aria-label={label}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={typed}
        error={isPort ? refusal : t('port.invalid')}
        onChange={setTyped}
      />
    </SavedRow>
  );
};

/** The free port that the server suggests in its error. */
export const freePortOf = (error: Error | null): number | null => {
  const details = error instanceof AppError ? error.details : null;
  if (typeof details !== 'object' || details === null || !('free_port' in details)) return null;
  return typeof details.free_port === 'number' ? details.free_port : null;
};
