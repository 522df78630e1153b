import { noRestrictions, type Restrictions } from '../../../../shared/api/restrictions.ts';
import type { User } from '../../../../shared/api/users.ts';

/** Form values for what a person can see and download. */
export interface Access {
  all_libraries: boolean;
  library_ids: string[];
  /** In years; empty for any. */
  max_age: string;
  shows_unrated: boolean;
  allowed_labels: string[];
  denied_labels: string[];
  can_download: boolean;
}

export const accessOf = (user: Pick<User, 'restrictions' | 'can_download'> | null): Access => {
  const { library_ids, max_age, ...others } = user?.restrictions ?? noRestrictions;
  return {
    ...others,
    all_libraries: library_ids === null,
    library_ids: library_ids ?? [],
    max_age: max_age === null ? '' : String(max_age),
    can_download: user?.can_download ?? true,
  };
};

export const isAge = (text: string): boolean => /^\s*\d{0,2}\s*$/.test(text);

/** Null while the age is none. */
export const restrictionsOf = (access: Access): Restrictions | null => {
  const { all_libraries, library_ids, max_age, shows_unrated, allowed_labels, denied_labels } =
    access;
  if (!isAge(max_age)) return null;
  return {
    library_ids: all_libraries ? null : library_ids,
    max_age: max_age.trim() === '' ? null : Number(max_age),
    shows_unrated,
    allowed_labels,
    denied_labels,
  };
};
