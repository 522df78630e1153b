import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { freePortOf, PortRow } from '../settings/port-row.tsx';
import { SavedRow } from '../settings/saved-row.tsx';
import { Row } from '../settings/section.tsx';
import classes from './devices.module.css';
import { useSharingChange } from './use-sharing-change.ts';

/** The network interfaces to listen on. */
export const InterfaceRow = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const change = useSharingChange(sharing);
  const names = sharing.available.map(({ name }) => name);
  const chosen = sharing.interfaces;
  const data = [
    { value: 'private', label: t('where.private') },
    { value: 'all', label: t('where.all') },
    ...sharing.available.map(({ name, kind, addresses }) => ({
      value: name,
      label: `${name} · ${t(`sharing.kind.${kind}`)} · ${addresses[0] ?? ''}`,
    })),
    // Several names, or an interface that is currently absent.
    ...(['private', 'all', ...names].includes(chosen) ? [] : [{ value: chosen, label: chosen }]),
  ];
  return (
    <Row label={t('where.label')} text={t(chosen === 'all' ? 'where.allText' : 'where.text')}>
      <Select
        className={classes.wide}
        aria-label={t('where.label')}
        data={data}
        value={chosen}
        allowDeselect={false}
        disabled={change.isPending}
        error={change.message}
        onChange={(interfaces) => interfaces !== null && change.mutate({ interfaces })}
      />
    </Row>
  );
};

/** The port for other devices. */
export const SharingPortRow = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const change = useSharingChange(sharing);
  return (
    <PortRow
      label={t('port.label')}
      text={t('port.text')}
      port={sharing.port}
      isPending={change.isPending}
      message={change.message}
      freePort={freePortOf(change.error)}
      onSave={(port) => change.mutate({ port })}
    />
  );
};

/** Additional allowed host names, e.g. a custom domain. */
export const NamesRow = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const change = useSharingChange(sharing);
  const [names, setNames] = useState(sharing.names);
  return (
    <SavedRow
      label={t('names.label')}
      text={t('names.text', { host: sharing.mdns.host })}
      isChanged={names.trim() !== sharing.names}
      isPending={change.isPending}
      onSave={() => change.mutate({ names: names.trim() })}
    >
      <TextInput
        className={classes.wide}
        aria-label={t('names.label')}
        placeholder="comics.example.org"
        spellCheck={false}
        maxLength={255}
        value={names}
        error={change.message}
        onChange={({ currentTarget }) => setNames(currentTarget.value)}
      />
    </SavedRow>
  );
};
