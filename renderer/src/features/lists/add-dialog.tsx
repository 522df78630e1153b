import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBookmark, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { closeAddToList, useAdding, type ItemsToAdd } from './add-store.ts';
import { addToList } from './change-lists.ts';
import { listApis, type KeptList } from './list-api.ts';
import classes from './lists.module.css';
import { listsQuery } from './queries.ts';
import { want } from './want-to-read-actions.ts';

/** Chooses a target for series or books: "Want to read", an existing list, or a new one. */
export const AddDialog = () => {
  const { t } = useTranslation('lists');
  const adding = useAdding((state) => state.adding);
  return (
    <Dialog
      title={adding === null ? '' : t(`add.${adding.kind}`, { count: adding.ids.length })}
      opened={adding !== null}
      onClose={closeAddToList}
    >
      {adding !== null && <Choices adding={adding} />}
    </Dialog>
  );
};

/** Rule-based lists do not accept manual items. */
const isByHand = ({ condition }: KeptList): boolean => condition === null;

/** Lists offered initially; the search field finds the others. */
const offered = 50;

const Choices = ({ adding: { kind: target, ids } }: { adding: ItemsToAdd }) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const kind = target === 'series' ? 'collections' : 'readLists';
  const canWrite = useCan(kind === 'collections' ? 'collections-write' : 'read-lists-write');
  const canWant = useCan('progress-write');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const name = typed.trim();
  const [search] = useDebouncedValue(name, 200);
  const { data, error, refetch } = useQuery(
    listsQuery(kind, { pageSize: offered, ...(search === '' ? {} : { search }) }),
  );
  const isNew = name !== '' && data?.data.every((list) => list.name !== name) === true;

  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    work()
      .then(closeAddToList)
      .catch((failure: unknown) => {
        setBusy(false);
        reportFailure(failure);
      });
  };
  const add = (list: KeptList) => run(() => addToList(client, kind, list, ids));
  const create = () =>
    run(async () => addToList(client, kind, await listApis[kind].create({ name }, []), ids));

  return (
    <>
      <SearchField
        label={t('add.find')}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        value={typed}
        onChange={setTyped}
      />
      <div className={classes.choices}>
        {canWant && name === '' && (
          <Choice
            mark={<IconBookmark size={20} />}
            title={t('wanted.title')}
            detail={t('add.private')}
            isBusy={isBusy}
            onClick={() => run(() => want(client, ids))}
          />
        )}
        {error !== null && data === undefined && (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )}
        {canWrite &&
          data?.data
            .filter(isByHand)
            .map((list) => (
              <Choice
                key={list.id}
                mark={<Cover src={listApis[kind].cover(list)} title="" />}
                title={list.name}
                detail={t(`${kind}.count`, { count: list.count })}
                isBusy={isBusy}
                onClick={() => add(list)}
              />
            ))}
      </div>
      {canWrite && name === '' && <p className={classes.hint}>{t(`add.hint.${kind}`)}</p>}
      {canWrite && isNew && (
        <Button
          mt={12}
          fullWidth
          variant="default"
          leftSection={<IconPlus size={16} />}
          loading={isBusy}
          onClick={create}
        >
          {t('add.create', { name })}
        </Button>
      )}
    </>
  );
};

interface ChoiceProps {
  mark: ReactNode;
  title: string;
  detail: string;
  isBusy: boolean;
  onClick: () => void;
}

const Choice = ({ mark, title, detail, isBusy, onClick }: ChoiceProps) => (
  <button type="button" className={classes.choice} disabled={isBusy} onClick={onClick}>
    <span className={classes.mark}>{mark}</span>
    <span className={classes.choiceText}>
      <span>{title}</span>
      <small>{detail}</small>
    </span>
  </button>
);
