import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useUserPreference } from '../../api/user-preferences.ts';
import { inOrder, toggled } from '../../app/shell/rail-preference.ts';
import { HideButton } from '../../ui/hide-button.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { homePreference, shelfIds } from './home-preference.ts';
import classes from './shelves.module.css';

/** The shelves by name while they are arranged, in the place of the shelves. */
export const ShelfEditor = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('home');
  const [home, change] = useUserPreference(homePreference);
  const { order, hidden, cards } = home;
  const items = inOrder(
    shelfIds.map((id) => ({ id, label: t(id) })),
    order,
  );
  return (
    <section className={classes.editor} aria-label={t('arrange')}>
      <h2>{t('arrange')}</h2>
      <p>{t('arrangeText')}</p>
      <div className={classes.card}>
        <SortableList
          label={t('arrange')}
          items={items}
          onChange={(sorted) => void change({ ...home, order: sorted.map(({ id }) => id) })}
          isFaint={({ id }) => hidden.includes(id)}
          aside={({ id, label }) => (
            <HideButton
              name={label}
              isHidden={hidden.includes(id)}
              onToggle={() => void change({ ...home, hidden: toggled(hidden, id) })}
            />
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
