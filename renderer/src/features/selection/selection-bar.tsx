import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useUser } from '../../api/session-store.ts';
import { useEditKey } from '../editing/use-edit-key.ts';
import { permittedActions, type SelectionAction } from './actions.ts';
import classes from './selection-bar.module.css';
import { clearSelection, useSelection } from './selection-store.ts';
import type { Selectable } from './use-selectable.ts';

interface SelectionBarProps {
  selectable: Selectable;
  /** Number of records in the whole list. */
  total: number;
}

/** Number of actions in the bar; the rest are in the "More" menu. */
const inBar = 4;

/** Replaces the toolbar during selection. */
export const SelectionBar = ({ selectable, total }: SelectionBarProps) => {
  const { t } = useTranslation('selection');
  useEditKey();
  const kind = useSelection((selection) => selection.kind);
  const count = useSelection(({ ids }) => ids.size);
  const actions = permittedActions(kind, useUser()?.permissions ?? []);
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bar')}>
      <ActionIcon aria-label={t('clear')} onClick={clearSelection}>
        <IconX size={18} />
      </ActionIcon>
      <strong className={classes.count} role="status">
        {t(kind === 'series' ? 'count.series' : 'count.books', { count })}
      </strong>
      <Button
        variant="subtle"
        size="compact-md"
        disabled={count === total}
        onClick={selectable.all}
      >
        {t('all', { count: total })}
      </Button>
      <span className={classes.space} />
      {actions.slice(0, inBar).map((action) => (
        <ActionButton key={action.name} action={action} isEmpty={count === 0} />
      ))}
      <ActionMenu actions={actions} inBar={inBar} isEmpty={count === 0} />
    </div>
  );
};

/** Runs an action on the current selection; busy meanwhile. */
const useRun = () => {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (action: SelectionAction) => {
    const { kind, ids } = useSelection.getState();
    setBusy(true);
    const done = await action.run({ kind, ids: [...ids] }, client);
    setBusy(false);
    if (action.clears && done !== false) clearSelection();
  };
  return { isBusy, run: (action: SelectionAction) => void run(action) };
};

const ActionButton = ({ action, isEmpty }: { action: SelectionAction; isEmpty: boolean }) => {
  const { t } = useTranslation('selection');
  const { isBusy, run } = useRun();
  return (
    <Button
      className={classes.action}
      variant="subtle"
      size="compact-md"
      loading={isBusy}
      disabled={isEmpty}
      leftSection={<action.Icon size={16} />}
      data-hint={t(`actions.${action.name}`)}
      onClick={() => run(action)}
    >
      <span className={classes.label}>{t(`actions.${action.name}`)}</span>
    </Button>
  );
};

/** The remaining actions; in a narrow bar, all of them. */
const ActionMenu = ({
  actions,
  inBar: shown,
  isEmpty,
}: {
  actions: readonly SelectionAction[];
  inBar: number;
  isEmpty: boolean;
}) => {
  const { t } = useTranslation('selection');
  const { isBusy, run } = useRun();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={actions.length > shown ? undefined : classes.narrowOnly}
          aria-label={t('more')}
          loading={isBusy}
          disabled={isEmpty}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action, index) => (
          <Menu.Item
            key={action.name}
            className={index < shown ? classes.narrowOnly : undefined}
            leftSection={<action.Icon size={16} />}
            {...(action.name === 'deleteFiles' && { color: 'var(--o-danger)' })}
            onClick={() => run(action)}
          >
            {t(`actions.${action.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
