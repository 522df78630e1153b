import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconCheck,
  IconCircleCheck,
  IconFilter,
  IconLayoutGrid,
  IconLayoutList,
  IconSortAscending,
  IconSortDescending,
  IconTable,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { layouts } from '../../ui/preferences.ts';
import { completed, countTests } from '../filters/filter-tree.ts';
import { firstDirection } from '../library/view/library-view.ts';
import headClasses from '../library/view/library-head.module.css';
import { beginChoosing } from '../selection/selection-store.ts';
import {
  readingOrder,
  setBookLayout,
  type SeriesView,
  type SeriesViewChange,
} from './series-view.ts';

interface SeriesToolsProps {
  view: SeriesView;
  onChange: (change: SeriesViewChange) => void;
  isFiltering: boolean;
  onToggleFilter: () => void;
}

/** Layout, selection, filter and order of the books of a series. */
export const SeriesTools = ({ view, onChange, isFiltering, onToggleFilter }: SeriesToolsProps) => {
  const { t } = useTranslation(['selection', 'filters']);
  const count = countTests(completed(view.filter));
  return (
    <>
      <LayoutChoice current={view.layout} />
      <Tooltip label={t('selection:choose')}>
        <ActionIcon aria-label={t('selection:choose')} onClick={() => beginChoosing('books')}>
          <IconCircleCheck size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Button
        className={headClasses.filter}
        variant="default"
        size="compact-md"
        leftSection={<IconFilter size={15} />}
        aria-expanded={isFiltering}
        aria-label={count === 0 ? undefined : t('filters:active', { count })}
        onClick={onToggleFilter}
      >
        <span className={headClasses.name}>{t('filters:open')}</span>
        {count > 0 && <span className={headClasses.badge}>{count}</span>}
      </Button>
      <OrderMenu view={view} onChange={onChange} />
    </>
  );
};

const icons = { grid: IconLayoutGrid, list: IconLayoutList, table: IconTable };

const LayoutChoice = ({ current }: { current: SeriesView['layout'] }) => {
  const { t } = useTranslation('browse');
  return (
    <div className={headClasses.layouts} role="group" aria-label={t('layouts')}>
      {layouts.map((layout) => {
        const Icon = icons[layout];
        return (
          <Tooltip key={layout} label={t(`layout.${layout}`)}>
            <ActionIcon
              variant={layout === current ? 'default' : 'subtle'}
              aria-label={t(`layout.${layout}`)}
              aria-pressed={layout === current}
              onClick={() => setBookLayout(layout)}
            >
              <Icon size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
};

const OrderMenu = ({ view, onChange }: Pick<SeriesToolsProps, 'view' | 'onChange'>) => {
  const { t } = useTranslation(['browse', 'series']);
  const { sort, direction } = view;
  const nameOf = (field: SeriesView['sort']) =>
    field === readingOrder ? t('series:readingOrder') : t(`browse:sort.${field}`);
  const Arrow = direction === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <Menu width={220}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          className={headClasses.filter}
          leftSection={<Arrow size={16} />}
          aria-label={t('browse:sortBy', { field: nameOf(sort) })}
        >
          <span className={headClasses.name}>{nameOf(sort)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('browse:sortLabel')}</Menu.Label>
        {[readingOrder, ...bookSortFields.filter((field) => field !== readingOrder)].map(
          (field) => (
            <Menu.Item
              key={field}
              leftSection={<IconCheck size={16} opacity={field === sort ? 1 : 0} />}
              onClick={() => onChange({ sort: field, order: firstDirection(field) })}
            >
              {nameOf(field)}
            </Menu.Item>
          ),
        )}
        <Menu.Divider />
        {(['asc', 'desc'] as const).map((order) => (
          <Menu.Item
            key={order}
            leftSection={<IconCheck size={16} opacity={order === direction ? 1 : 0} />}
            onClick={() => onChange({ sort, order })}
          >
            {t(`browse:order.${order}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
