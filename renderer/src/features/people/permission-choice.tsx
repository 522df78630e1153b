import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { permissions, type Permission } from '../../../../shared/permissions.ts';
import classes from './people.module.css';

/** Permissions by group, in display order. */
const groups = {
  reading: [
    'libraries-read',
    'series-read',
    'books-read',
    'pages-read',
    'progress-read',
    'progress-write',
    'collections-read',
    'read-lists-read',
    'books-download',
  ],
  keeping: [
    'libraries-write',
    'libraries-delete',
    'series-write',
    'series-delete',
    'books-upload',
    'books-write',
    'books-delete',
    'collections-write',
    'collections-delete',
    'read-lists-write',
    'read-lists-delete',
  ],
  running: [
    'tasks-read',
    'tasks-write',
    'plugins-manage',
    'system-health',
    'system-admin',
    'users-read',
    'users-write',
    'users-delete',
    'api-keys-read',
    'api-keys-write',
    'api-keys-delete',
  ],
} as const satisfies Record<string, readonly Permission[]>;

type Group = keyof typeof groups;

interface PermissionChoiceProps {
  label: string;
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  /** Checked and disabled: granted by the role. */
  included?: readonly Permission[];
  /** Not shown: chosen elsewhere. */
  omitted?: readonly Permission[];
  /** Permissions that can be granted. */
  allowed: readonly Permission[];
}

/** Checkboxes for all permissions by group; those not in `allowed` are disabled. */
export const PermissionChoice = ({
  label,
  value,
  onChange,
  included = [],
  omitted = [],
  allowed,
}: PermissionChoiceProps) => {
  const { t } = useTranslation('people');
  const toggle = (permission: Permission, on: boolean) =>
    onChange(
      permissions.filter((candidate) =>
        candidate === permission ? on : value.includes(candidate),
      ),
    );
  return (
    <fieldset className={classes.permissions}>
      <legend>{label}</legend>
      {(Object.keys(groups) as Group[]).map((group) => (
        <fieldset key={group}>
          <legend>{t(`permissionGroups.${group}`)}</legend>
          {shown(groups[group], omitted).map((permission) => {
            const fixed = included.includes(permission);
            return (
              <Checkbox
                key={permission}
                size="sm"
                label={t(`permissions.${permission}`)}
                checked={fixed || value.includes(permission)}
                disabled={fixed || !allowed.includes(permission)}
                onChange={({ currentTarget }) => toggle(permission, currentTarget.checked)}
              />
            );
          })}
        </fieldset>
      ))}
    </fieldset>
  );
};

const shown = (
  group: readonly Permission[],
  omitted: readonly Permission[],
): readonly Permission[] => group.filter((permission) => !omitted.includes(permission));
