import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { connectedSources } from '../../../../shared/api/import-connection.ts';
import { importSources, type ImportSource } from '../../../../shared/api/import-record.ts';
import settings from '../settings/settings-page.module.css';
import { ImportFromFile } from './import-from-file.tsx';
import { ImportFromServer } from './import-from-server.tsx';
import classes from './imports.module.css';

const ways = ['file', 'address'] as const;

/** Chooses the program and the source of its data: a file or a running server. */
export const ImportStart = ({ onStart }: { onStart: (id: string) => void }) => {
  const { t } = useTranslation('imports');
  const [source, setSource] = useState<ImportSource>('komga');
  const [way, setWay] = useState<(typeof ways)[number]>('file');
  const connected = connectedSources.find((known) => known === source);
  return (
    <section className={settings.section} aria-label={t('start')}>
      <div className={`${settings.card} ${classes.start}`}>
        <fieldset className={classes.programs}>
          <legend>{t('program')}</legend>
          {importSources.map((value) => (
            <label key={value} className={classes.program}>
              <input
                type="radio"
                name="program"
                value={value}
                checked={value === source}
                onChange={() => setSource(value)}
              />
              <span>
                <strong>{t(`source.${value}`)}</strong>
                <small>{t(`where.${value}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {connected && (
          <SegmentedControl
            aria-label={t('ways')}
            className={classes.way}
            value={way}
            data={ways.map((value) => ({ value, label: t(`way.${value}`) }))}
            onChange={setWay}
          />
        )}
        {connected && way === 'address' ? (
          <ImportFromServer source={connected} onStart={onStart} />
        ) : (
          <ImportFromFile source={source} onStart={onStart} />
        )}
      </div>
    </section>
  );
};
