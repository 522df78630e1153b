import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { SignInProvider } from '../../../../shared/api/sign-in-providers.ts';
import { roles } from '../../../../shared/permissions.ts';
import { verbatimField } from '../../ui/controls/sign-in-fields.ts';
import classes from './single-sign-on.module.css';

/** Rules by group as they are typed. */
export interface TypedGroupRules {
  /** A group on each line. */
  only: string;
  roles: SignInProvider['group_roles'];
}

export const typedRules = ({
  only_groups: only,
  group_roles,
}: Pick<SignInProvider, 'only_groups' | 'group_roles'>): TypedGroupRules => ({
  only: only.join('\n'),
  roles: group_roles,
});

/** The trimmed lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => line.trim() || []);

export const rulesOf = ({ only, roles: rows }: TypedGroupRules) => ({
  only_groups: linesOf(only),
  group_roles: rows
    .map(({ group, role }) => ({ group: group.trim(), role }))
    .filter(({ group }) => group !== ''),
});

/** Who can sign in by their groups, and with which role. */
export const GroupRules = ({
  value,
  onChange,
}: {
  value: TypedGroupRules;
  onChange: (value: TypedGroupRules) => void;
}) => {
  const { t } = useTranslation(['singleSignOn', 'people']);
  const change = (index: number, row: SignInProvider['group_roles'][number] | null) =>
    onChange({ ...value, roles: value.roles.toSpliced(index, 1, ...(row === null ? [] : [row])) });
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
      <fieldset className={classes.groups}>
        <legend>{t('groups.roles')}</legend>
        <p>{t('groups.rolesText')}</p>
        {value.roles.map(({ group, role }, index) => (
          <div className={classes.group} key={index}>
            <TextInput
              aria-label={t('groups.group')}
              placeholder={t('groups.group')}
              {...verbatimField}
              maxLength={255}
              value={group}
              onChange={({ currentTarget }) => change(index, { group: currentTarget.value, role })}
            />
            <Select
              aria-label={t('groups.role')}
              allowDeselect={false}
              value={role}
              data={roles.map((name) => ({ value: name, label: t(`people:roles.${name}`) }))}
              onChange={(chosen) => change(index, { group, role: chosen ?? role })}
            />
            <ActionIcon
              size={36}
              aria-label={t('groups.remove', { group })}
              onClick={() => change(index, null)}
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
            onClick={() =>
              onChange({ ...value, roles: [...value.roles, { group: '', role: 'reader' }] })
            }
          >
            {t('groups.add')}
          </Button>
        </div>
      </fieldset>
    </>
  );
};
