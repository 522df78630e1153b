import { z } from 'zod';

/** Scripts with many letters that look alike. */
const lookalikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/**
 * Rejects names that could be confused with others: invisible characters (controls, joiners,
 * directional marks, fillers, unassigned code points), and letters of two similar scripts,
 * following UTS #39 "Unicode Security Mechanisms".
 */
export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^:]*$/u, 'A username has no colon')
  .regex(
    /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]*$/u,
    'A username has no invisible characters',
  )
  .refine(
    (name) => lookalikeScripts.filter((script) => script.test(name)).length < 2,
    'A username does not mix alphabets whose letters look the same',
  )
  .describe('1 to 64 visible characters from one alphabet, no colon');
export const passwordSchema = z.string().min(8).max(256).describe('8 to 256 characters');
export const emailSchema = z.email().max(254);
