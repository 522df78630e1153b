import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useUserPreference } from '../../ui/user-preferences.ts';
import { inOrder, toggled } from '../sidebar/sidebar-preference.ts';
import { HideButton } from '../../ui/controls/hide-button.tsx';
import { SortableList } from '../../ui/lists/sortable-list.tsx';
import { ownShelves } from '../smart-lists/own-shelves.tsx';
import { everySmartListQuery } from '../smart-lists/queries.ts';
import { homePreference, shelfIds, smartShelf } from './home-preference.ts';
import classes from './shelves.module.css';

/** Edit mode of the shelves: reorder, hide, and add smart lists. */
export const ShelfEditor = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['home', 'smartLists']);
  const [home, change] = useUserPreference(homePreference);
  const { order, hidden, lists, cards } = home;
  const { data: smart = [] } = useQuery(everySmartListQuery());
  const optional = [
    ...ownShelves.map((id) => ({ id, name: t(`smartLists:shelves.${id}`) })),
    ...smart,
  ];
  const items = inOrder(
    [
      ...shelfIds.map((id) => ({ id, label: t(id) })),
      ...optional.map(({ id, name }) => ({ id: smartShelf(id), label: name })),
    ],
    order,
  );
  const listOf = (shelf: string) => optional.find(({ id }) => smartShelf(id) === shelf)?.id;
  const isHidden = (id: string) => {
    const list = listOf(id);
    return list === undefined ? hidden.includes(id) : !lists.includes(list);
  };
  const toggle = (id: string) => {
    const list = listOf(id);
    const changed =
      list === undefined ? { hidden: toggled(hidden, id) } : { lists: toggled(lists, list) };
    void change({ ...home, ...changed });
  };
  return (
    <section className={classes.editor} aria-label={t('arrange')}>
      <h2>{t('arrange')}</h2>
      <p>{t('arrangeText')}</p>
      <div className={classes.card}>
        <SortableList
          label={t('arrange')}
          items={items}
          onChange={(sorted) => void change({ ...home, order: sorted.map(({ id }) => id) })}
          isFaint={({ id }) => isHidden(id)}
          aside={({ id, label }) => (
            <HideButton name={label} isHidden={isHidden(id)} onToggle={() => toggle(id)} />
          )}
        />
      </div>
      <Group justify="space-between">
        {cards.length > 0 ? (
          <Button variant="default" onClick={() => void change({ ...home, cards: [] })}>
            {t('showHidden', { count: cards.length })}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </section>
  );
};
