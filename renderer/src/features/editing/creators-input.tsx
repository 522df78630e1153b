import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useKnownCreators } from './known-values.ts';
import classes from './editing.module.css';
import type { Row } from './fields.ts';
import { useRoleName } from '../creators/role-name.ts';

/** Roles with a field at all times, as files name them. */
const usualRoles = [
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover',
  'editor',
  'translator',
];

interface CreatorsInputProps {
  label: string;
  value: readonly Row[];
  onChange: (rows: Row[]) => void;
}

/** A field of names for each role; offers known creators. */
export const CreatorsInput = ({ label, value, onChange }: CreatorsInputProps) => {
  const roles = [...new Set([...usualRoles, ...value.map(({ role = '' }) => role)])];
  const namesOf = (role: string) =>
    value.flatMap((row) => ((row['role'] ?? '') === role ? (row['name'] ?? []) : []));
  return (
    <div className={classes.roles} role="group" aria-label={label}>
      {roles.map((role) => (
        <RoleInput
          key={role}
          role={role}
          names={namesOf(role)}
          onChange={(names) =>
            onChange([
              ...roles.flatMap((other) =>
                (other === role ? names : namesOf(other)).map((name) => ({ name, role: other })),
              ),
            ])
          }
        />
      ))}
    </div>
  );
};

interface RoleInputProps {
  role: string;
  names: string[];
  onChange: (names: string[]) => void;
}

const RoleInput = ({ role, names, onChange }: RoleInputProps) => {
  const { t } = useTranslation('editing');
  const roleName = useRoleName();
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      label={roleName(role === '' ? 'other' : role)}
      placeholder={names.length === 0 ? t('addName') : undefined}
      data={useKnownCreators(typed)}
      value={names}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
      splitChars={[';']}
      acceptValueOnBlur
    />
  );
};
