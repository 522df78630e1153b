import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { Row } from '../settings/section.tsx';
import classes from './devices.module.css';
import { freePortOf, useSharingChange } from './use-sharing-change.ts';

/** Which networks the server is opened to. */
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
    // Several names, or a card that is not there now.
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

/** The port that other devices use. */
export const PortRow = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const change = useSharingChange(sharing);
  const [typed, setTyped] = useState<number | string>(sharing.port);
  const port = Number(typed);
  const isPort = typed !== '' && Number.isInteger(port) && port >= 1 && port <= 65_535;
  const free = freePortOf(change.error);
  return (
    <SavedRow
      label={t('port.label')}
      text={t('port.text')}
      isChanged={port !== sharing.port}
      isValid={isPort}
      isPending={change.isPending}
      onSave={() => change.mutate({ port })}
    >
      <NumberInput
        className={classes.narrow}
        aria-label={t('port.label')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={typed}
        error={
          !isPort ? (
            t('port.invalid')
          ) : change.message === null ? null : (
            <>
              {change.message}{' '}
              {free !== null && (
                <button type="button" className={classes.link} onClick={() => setTyped(free)}>
                  {t('sharing.usePort', { port: free })}
                </button>
              )}
            </>
          )
        }
        onChange={setTyped}
      />
    </SavedRow>
  );
};

/** Further names that browsers may call the server by, a domain of one's own for example. */
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

interface SavedRowProps {
  label: string;
  text: string;
  isChanged: boolean;
  isValid?: boolean;
  isPending: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** A setting that is typed: it counts when it is saved, by Enter or the button that then shows. */
const SavedRow = (props: SavedRowProps) => {
  const { t } = useTranslation('devices');
  const { isChanged, isValid = true } = props;
  return (
    <Row label={props.label} text={props.text}>
      <form
        className={classes.field}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isValid) props.onSave();
        }}
      >
        {props.children}
        {isChanged && (
          <Button type="submit" disabled={!isValid} loading={props.isPending}>
            {t('save')}
          </Button>
        )}
      </form>
    </Row>
  );
};
