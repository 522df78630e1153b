import {
  scanRulesSchema,
  type ScanRules,
  type TitleRule,
} from '../../../../../shared/api/scan-rules.ts';

/** Whether a rule lacks its text. */
export const ruleProblem = (rule: TitleRule): boolean =>
  ('text' in rule && rule.text === '') || ('find' in rule && rule.find === '');

/** Whether the server would take these rules. */
export const canSave = (rules: ScanRules): boolean => scanRulesSchema.safeParse(rules).success;
