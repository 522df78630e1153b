import type { RecordOf } from '../model.ts';

/** A user with their content restrictions, from the database or the API. */
export const komgaPerson = ({
  id,
  email,
  roles,
  libraries,
  age,
  onlyYounger,
  allowed,
  denied,
}: {
  id: string;
  email: string | null;
  roles: readonly unknown[];
  /** Ids of the visible libraries; null for all. */
  libraries: string[] | null;
  age: number | null;
  onlyYounger: boolean;
  allowed: string[];
  denied: string[];
}): RecordOf<'person'> => {
  const isAdmin = roles.includes('ADMIN');
  return {
    kind: 'person',
    id,
    username: email?.split('@')[0] ?? id,
    email,
    role: isAdmin ? 'admin' : 'reader',
    can_download: isAdmin || roles.includes('FILE_DOWNLOAD'),
    restrictions: isAdmin
      ? null
      : {
          libraries,
          // "Exclude" names the youngest age that is hidden, "allow only" the oldest that is shown.
          max_age: age === null ? null : onlyYounger ? age : Math.max(0, age - 1),
          shows_unrated: age === null || !onlyYounger,
          allowed_labels: allowed,
          denied_labels: denied,
        },
  };
};
