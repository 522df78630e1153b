import { Button, Menu } from '@mantine/core';
import { IconDots, IconListDetails, IconRefresh, IconTableExport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { causesOf, issuesAsCsv, retryAll, type Cause } from './all-issues.ts';
import classes from './health.module.css';
import type { HealthView } from './queries.ts';

/** Actions for every issue of a view, also beyond the page that is shown. */
export const IssueTools = ({ view }: { view: Omit<HealthView, 'page'> }) => {
  const { t } = useTranslation('health');
  const client = useQueryClient();
  const canReread = useCan('books-write');
  const [causes, setCauses] = useState<readonly Cause[] | null>(null);
  const retry = useMutation({
    mutationFn: () => retryAll(view),
    onSuccess: async (count) => {
      showToast(t('retrying', { count }));
      await client.invalidateQueries({ queryKey: ['health'] });
    },
    onError: reportFailure,
  });
  const csv = useMutation({
    mutationFn: () => issuesAsCsv(view),
    onSuccess: saveCsv,
    onError: reportFailure,
  });
  const group = useMutation({
    mutationFn: () => causesOf(view),
    onSuccess: setCauses,
    onError: reportFailure,
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconDots size={15} />}
            loading={retry.isPending || csv.isPending || group.isPending}
          >
            {t('tools.all')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canReread && view.severity === 'problem' && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => retry.mutate()}>
              {t('tools.retry')}
            </Menu.Item>
          )}
          {view.severity === 'problem' && (
            <Menu.Item leftSection={<IconListDetails size={16} />} onClick={() => group.mutate()}>
              {t('tools.causes')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTableExport size={16} />} onClick={() => csv.mutate()}>
            {t('tools.csv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog
        title={t('tools.causes')}
        size={640}
        opened={causes !== null}
        onClose={() => setCauses(null)}
      >
        <Causes causes={causes ?? []} />
      </Dialog>
    </>
  );
};

const Causes = ({ causes }: { causes: readonly Cause[] }) => {
  const { t } = useTranslation('health');
  const { number } = useLocale();
  const sentence = useTranslateServerMessage();
  if (causes.length === 0) return <p>{t('tools.noCauses')}</p>;
  return (
    <ul className={classes.causes}>
      {causes.map(({ detail, count }) => (
        <li key={detail}>
          <strong>{number(count)}</strong>
          <span>{sentence(detail)}</span>
        </li>
      ))}
    </ul>
  );
};

const saveCsv = (text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'health.csv';
  link.click();
  URL.revokeObjectURL(address);
};
