import type { Restrictions } from '../../../../shared/api/restrictions.ts';
import type { Database } from '../../../database/types.ts';
import { noPassword } from '../../auth/passwords.ts';
import { normalizeEmail, signInKey } from '../../auth/sign-in-names.ts';
import { createRestrictionsStore } from '../../users/restrictions-store.ts';
import type { Journal } from '../journal.ts';
import type { MatchStore } from '../match-store.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { idHere, toMs, type KindWriter } from './kind.ts';

/** Maximum numbers that are tried to make a name unique. */
const maxTries = 1000;

/**
 * Existing people keep their role and restrictions; others get an account without a password, which they set
 * through an invitation.
 */
export const createPersonKind = ({
  database,
  journal,
  matches,
}: {
  database: Database;
  journal: Journal;
  matches: Pick<MatchStore, 'personNamed' | 'exists'>;
}): KindWriter<'person'> => {
  const restrictions = createRestrictionsStore(database);

  const freeName = (username: string): string | null => {
    for (let number = 1; number <= maxTries; number += 1) {
      const name = number === 1 ? username : `${username} ${number}`;
      if (!matches.personNamed(signInKey(name))) return name;
    }
    return null;
  };

  const restrictionsOf = (
    { role, restrictions: given }: RecordOf<'person'>,
    targets: Targets,
  ): Restrictions | null => {
    if (given === null || role === 'admin') return null;
    const { libraries, ...others } = given;
    return {
      ...others,
      library_ids: libraries && libraries.flatMap((id) => targets.library(id) ?? []),
    };
  };

  return {
    assess(record) {
      if (matches.exists('person', record.id)) {
        return { state: 'matched', basis: 'id', target: record.id };
      }
      const byEmail = record.email && matches.personNamed(normalizeEmail(record.email) ?? '');
      if (byEmail) return { state: 'matched', basis: 'email', target: byEmail.id };
      const byName = matches.personNamed(signInKey(record.username));
      if (byName) return { state: 'likely', basis: 'username', target: byName.id };
      return { state: 'new', basis: null, target: null };
    },
    write(record, targets, { importPk, now }) {
      const { email, role } = record;
      const username = freeName(record.username);
      if (username === null) return undefined;
      const email_key = normalizeEmail(email);
      const isFree = email_key !== null && !matches.personNamed(email_key);
      const id = idHere(record.id, (taken) => matches.exists('person', taken));
      const can_download = Number(record.can_download || role === 'admin');
      const names = { username, username_key: signInKey(username) };
      const address = { email: isFree ? email : null, email_key: isFree ? email_key : null };
      const created_at = record.created_at === undefined ? now : toMs(record.created_at);
      const dates = { created_at, updated_at: now };
      journal.write(importPk, 'users', [id], {
        ...{ ...names, ...address, ...dates },
        ...{ role, can_download, password_hash: noPassword },
        permissions: JSON.stringify(record.permissions ?? []),
        is_active: Number(record.is_active ?? true),
        apps_can_change: Number(record.apps_can_change ?? false),
      });
      restrictions.replace(id, restrictionsOf(record, targets), now);
      return id;
    },
  };
};
