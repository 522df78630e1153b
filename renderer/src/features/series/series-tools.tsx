import { Button, Menu } from '@mantine/core';
import { IconCheck, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { firstDirection } from '../library/view/library-view.ts';
import headClasses from '../library/view/library-head.module.css';
import { ListTools } from '../library/view/list-tools.tsx';
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
export const SeriesTools = ({ view, onChange, isFiltering, onToggleFilter }: SeriesToolsProps) => (
  <>
    <ListTools
      kind="books"
      layout={view.layout}
      onLayout={setBookLayout}
      filter={view.filter}
      isFiltering={isFiltering}
      onToggleFilter={onToggleFilter}
    />
    <OrderMenu view={view} onChange={onChange} />
  </>
);

const OrderMenu = ({ view, onChange }: Pick<SeriesToolsProps, 'view' | 'onChange'>) => {
  const { t } = useTranslation(['browse', 'series']);
  const { sort, direction } = view;
  const nameOf = (field: SeriesView['sort']) =>
    field === readingOrder ? t('series:readingOrder') : t(`browse:sort.${field}`);
  const Arrow = direction === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <Menu>
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
