import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconCircleCheck,
  IconFilter,
  IconLayoutGrid,
  IconLayoutList,
  IconTable,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { type Layout, layouts } from '../../../ui/preferences.ts';
import { withoutIncomplete, countTests, type FilterGroup } from '../../filters/filter-tree.ts';
import { beginChoosing, type SelectionKind } from '../../selection/selection-store.ts';
import classes from './library-head.module.css';

interface ListToolsProps {
  kind: SelectionKind;
  layout: Layout;
  onLayout: (layout: Layout) => void;
  filter: FilterGroup;
  isFiltering: boolean;
  onToggleFilter: () => void;
}

/** Layout, selection and filter of a list of series or books. */
export const ListTools = ({
  kind,
  layout,
  onLayout,
  filter,
  isFiltering,
  onToggleFilter,
}: ListToolsProps) => {
  const { t } = useTranslation(['selection', 'filters']);
  const count = countTests(withoutIncomplete(filter));
  return (
    <>
      <LayoutSwitch current={layout} onChange={onLayout} />
      <Tooltip label={t('selection:choose')}>
        <ActionIcon aria-label={t('selection:choose')} onClick={() => beginChoosing(kind)}>
          <IconCircleCheck size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Button
        className={classes.filter}
        variant="default"
        size="compact-md"
        leftSection={<IconFilter size={15} />}
        aria-expanded={isFiltering}
        aria-label={count === 0 ? undefined : t('filters:active', { count })}
        onClick={onToggleFilter}
      >
        <span className={classes.name}>{t('filters:open')}</span>
        {count > 0 && <span className={classes.badge}>{count}</span>}
      </Button>
    </>
  );
};

const icons = { grid: IconLayoutGrid, list: IconLayoutList, table: IconTable };

interface LayoutSwitchProps {
  current: Layout;
  onChange: (layout: Layout) => void;
}

/** Grid, list or table. */
const LayoutSwitch = ({ current, onChange }: LayoutSwitchProps) => {
  const { t } = useTranslation('browse');
  return (
    <div className={classes.layouts} role="group" aria-label={t('layouts')}>
      {layouts.map((layout) => {
        const Icon = icons[layout];
        return (
          <Tooltip key={layout} label={t(`layout.${layout}`)}>
            <ActionIcon
              variant={layout === current ? 'default' : 'subtle'}
              aria-label={t(`layout.${layout}`)}
              aria-pressed={layout === current}
              onClick={() => onChange(layout)}
            >
              <Icon size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
};
