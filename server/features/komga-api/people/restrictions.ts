import { z } from 'zod';

import {
  noRestrictions,
  restrictionsSchema,
  type Restrictions,
} from '../../../../shared/api/restrictions.ts';
import { badField } from '../../../../shared/errors.ts';
import { validate } from '../../../http/api/validate.ts';

const texts = z.array(z.string().max(255)).max(1000);

/** Restrictions of a person in the format of the API. */
export const restrictionFields = {
  sharedLibraries: z.object({ all: z.boolean(), libraryIds: texts.nullish() }).nullish(),
  ageRestriction: z
    .object({ age: z.int().nullish(), restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE', 'NONE']) })
    .nullish(),
  labelsAllow: texts.nullish(),
  labelsExclude: texts.nullish(),
};
type RestrictionBody = z.infer<z.ZodObject<typeof restrictionFields>>;
type AgeRestriction = NonNullable<RestrictionBody['ageRestriction']>;

/** `ALLOW_ONLY` hides series without an age rating; `EXCLUDE` shows them, and hides from its age on. */
export const ageRestrictionOf = (restrictions: Restrictions | null) => {
  if (restrictions === null || restrictions.max_age === null) return null;
  const { max_age, shows_unrated } = restrictions;
  return shows_unrated
    ? { age: max_age + 1, restriction: 'EXCLUDE' }
    : { age: max_age, restriction: 'ALLOW_ONLY' };
};

const agesOf = ({ age, restriction }: AgeRestriction) => {
  if (restriction === 'NONE') return noAge;
  if (typeof age !== 'number') throw badField('ageRestriction.age', 'Write an age');
  if (restriction === 'ALLOW_ONLY') return { max_age: age, shows_unrated: false };
  if (age === 0) throw badField('ageRestriction.age', 'Exclude from an age of 1 or more');
  return { max_age: age - 1, shows_unrated: true };
};
const noAge = { max_age: null, shows_unrated: true };

/**
 * Changes of the request to the restrictions of a person; undefined: none. Libraries stay where
 * the field is null, as in the format; null in the others hides nothing. Throws BadRequest.
 */
export const changedRestrictions = (
  body: RestrictionBody,
  before: Restrictions | null,
): Restrictions | undefined => {
  const { sharedLibraries, ageRestriction, labelsAllow, labelsExclude } = body;
  const changes: Partial<Restrictions> = {
    ...(sharedLibraries && {
      library_ids: sharedLibraries.all ? null : (sharedLibraries.libraryIds ?? []),
    }),
    ...(ageRestriction !== undefined && (ageRestriction ? agesOf(ageRestriction) : noAge)),
    ...(labelsAllow !== undefined && { allowed_labels: labelsAllow ?? [] }),
    ...(labelsExclude !== undefined && { denied_labels: labelsExclude ?? [] }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  const wanted = { ...(before ?? noRestrictions), ...changes };
  return validate(restrictionsSchema, wanted, 'body') as Restrictions;
};
