import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { HideButton } from '../../ui/controls/hide-button.tsx';
import { SortableList } from '../../ui/lists/sortable-list.tsx';
import type { SortableItem } from '../../ui/lists/sortable.tsx';
import classes from './sidebar-editor.module.css';
import { listEntries } from '../../features/sidebar/sidebar-entries.ts';
import { inOrder, sidebarPreference, toggled } from '../../features/sidebar/sidebar-preference.ts';

/** The sidebar in edit mode: drag to reorder each section, hide entries. */
export const SidebarEditor = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['shell', 'common']);
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [arrangement, change] = useUserPreference(sidebarPreference);
  const { order, hidden, pins } = arrangement;
  const items = {
    libraries: libraries.map(({ id, name }): SortableItem => ({ id, label: name })),
    lists: listEntries.map(({ id, label }): SortableItem => ({ id, label: t(`common:${label}`) })),
  };
  const parts = {
    libraries: inOrder(items.libraries, order),
    lists: inOrder(items.lists, order),
  };
  const reorder = (part: keyof typeof parts) => (sorted: readonly SortableItem[]) => {
    const now = { ...parts, [part]: sorted };
    void change({
      ...arrangement,
      order: Object.values(now).flatMap((ids) => ids.map(({ id }) => id)),
    });
  };

  return (
    <div className={classes.editor}>
      {(['libraries', 'lists'] as const).map(
        (part) =>
          parts[part].length > 0 && (
            <section key={part}>
              <h2 className={classes.heading}>{t(`common:nav.${part}`)}</h2>
              <SortableList
                label={t(`common:nav.${part}`)}
                items={parts[part]}
                onChange={reorder(part)}
                isFaint={({ id }) => hidden.includes(id)}
                aside={({ id, label }) => (
                  <HideButton
                    name={label}
                    isHidden={hidden.includes(id)}
                    onToggle={() => void change({ ...arrangement, hidden: toggled(hidden, id) })}
                  />
                )}
              />
            </section>
          ),
      )}
      {pins.length > 0 && (
        <section>
          <h2 className={classes.heading}>{t('common:nav.pinned')}</h2>
          <SortableList
            label={t('common:nav.pinned')}
            items={pins.map(({ href, title }) => ({ id: href, label: title }))}
            onChange={(sorted) =>
              void change({
                ...arrangement,
                pins: sorted.map(({ id, label }) => ({ href: id, title: label })),
              })
            }
            aside={({ id, label }) => (
              <ActionIcon
                size={26}
                aria-label={t('unpin', { name: label })}
                onClick={() =>
                  void change({ ...arrangement, pins: pins.filter(({ href }) => href !== id) })
                }
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          />
        </section>
      )}
      <p className={classes.note}>{t('arrangeText')}</p>
      <Button fullWidth onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  );
};
