import { ActionIcon, Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { SignInProvider } from '../../../../shared/api/sign-in-providers.ts';
import { roles } from '../../../../shared/permissions.ts';
import { librariesQuery } from '../../api/queries.ts';
import { verbatimField } from '../../ui/controls/sign-in-fields.ts';
import classes from './single-sign-on.module.css';

/** Rules by group as they are typed. */
export interface TypedGroupRules {
  /** A group on each line. */
  only: string;
  roles: SignInProvider['group_roles'];
  libraries: SignInProvider['group_libraries'];
}

type ServerRules = Pick<SignInProvider, 'only_groups' | 'group_roles' | 'group_libraries'>;

export const typedRules = ({
  only_groups: only,
  group_roles,
  group_libraries,
}: ServerRules): TypedGroupRules => ({
  only: only.join('\n'),
  roles: group_roles,
  libraries: group_libraries,
});

/** The trimmed lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => line.trim() || []);

const named = <Row extends { group: string }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, group: row.group.trim() })).filter(({ group }) => group !== '');

export const rulesOf = ({ only, roles: rows, libraries }: TypedGroupRules): ServerRules => ({
  only_groups: linesOf(only),
  group_roles: named(rows),
  group_libraries: named(libraries),
});

const newRole: SignInProvider['group_roles'][number] = { group: '', role: 'reader' };

interface GroupRulesProps {
  value: TypedGroupRules;
  onChange: (value: TypedGroupRules) => void;
}

/** Decides by groups who can sign in, with which role, and what they see. */
export const GroupRules = ({ value, onChange }: GroupRulesProps) => {
  const { t } = useTranslation(['singleSignOn', 'people']);
  const { data: known = [] } = useQuery(librariesQuery());
  return (
    <>
      <Textarea
        label={t('groups.only')}
        description={t('groups.onlyText')}
        {...verbatimField}
        rows={2}
        value={value.only}
        onChange={({ currentTarget }) => onChange({ ...value, only: currentTarget.value })}
      />
      <GroupRows
        title={t('groups.roles')}
        text={t('groups.rolesText')}
        rows={value.roles}
        blank={newRole}
        onChange={(rows) => onChange({ ...value, roles: rows })}
      >
        {(row, change) => (
          <Select
            aria-label={t('groups.role')}
            allowDeselect={false}
            value={row.role}
            data={roles.map((name) => ({ value: name, label: t(`people:roles.${name}`) }))}
            onChange={(chosen) => change({ ...row, role: chosen ?? row.role })}
          />
        )}
      </GroupRows>
      <GroupRows
        title={t('groups.libraries')}
        text={t('groups.librariesText')}
        rows={value.libraries}
        blank={{ group: '', library_ids: [] }}
        onChange={(rows) => onChange({ ...value, libraries: rows })}
      >
        {(row, change) => (
          <MultiSelect
            aria-label={t('groups.library')}
            placeholder={row.library_ids.length === 0 ? t('groups.library') : ''}
            value={row.library_ids}
            data={known.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(library_ids) => change({ ...row, library_ids })}
          />
        )}
      </GroupRows>
    </>
  );
};

interface GroupRowsProps<Row> {
  title: string;
  text: string;
  rows: readonly Row[];
  /** A new row. */
  blank: Row;
  onChange: (rows: Row[]) => void;
  /** The role and access of a group. */
  children: (row: Row, change: (row: Row) => void) => ReactNode;
}

/** A list of groups, each with what its members get. */
const GroupRows = <Row extends { group: string }>({
  title,
  text,
  rows,
  blank,
  onChange,
  children,
}: GroupRowsProps<Row>) => {
  const { t } = useTranslation('singleSignOn');
  return (
    <fieldset className={classes.groups}>
      <legend>{title}</legend>
      <p>{text}</p>
      {rows.map((row, index) => (
        <div className={classes.group} key={index}>
          <TextInput
            aria-label={t('groups.group')}
            placeholder={t('groups.group')}
            {...verbatimField}
            maxLength={255}
            value={row.group}
            onChange={({ currentTarget }) =>
              onChange(rows.toSpliced(index, 1, { ...row, group: currentTarget.value }))
            }
          />
          {children(row, (changed) => onChange(rows.toSpliced(index, 1, changed)))}
          <ActionIcon
            size={36}
            aria-label={t('groups.remove', { group: row.group })}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...rows, blank])}
        >
          {t('groups.add')}
        </Button>
      </div>
    </fieldset>
  );
};
