const pattern =
  /^([-+]?)P(?:([-+]?\d{1,19})D)?(T(?:([-+]?\d{1,19})H)?(?:([-+]?\d{1,19})M)?(?:([-+]?\d{1,19})(?:[.,](\d{0,9}))?S)?)?$/i;

/**
 * Parses an ISO 8601 duration like `java.time.Duration` and returns its whole days: `P30D`,
 * `PT87600H`, `P1DT2H30M`, `PT0.5S`, `-PT6H`, `PT-6H`. Returns null for any other text, including
 * weeks, months and years, and if the seconds exceed 64 bits.
 */
export const wholeDays = (text: string): number | null => {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, sign, days, time, hours, minutes, seconds, fraction = ''] = match;
  if (time?.length === 1 || [days, hours, minutes, seconds].every((part) => part === undefined)) {
    return null;
  }
  const whole =
    BigInt(days ?? 0) * 86_400n +
    BigInt(hours ?? 0) * 3600n +
    BigInt(minutes ?? 0) * 60n +
    BigInt(seconds ?? 0);
  const nanos = BigInt(fraction.padEnd(9, '0')) * (seconds?.startsWith('-') === true ? -1n : 1n);
  const total = (whole * 1_000_000_000n + nanos) * (sign === '-' ? -1n : 1n);
  const floor = total / 1_000_000_000n - (total % 1_000_000_000n < 0n ? 1n : 0n);
  return BigInt.asIntN(64, floor) === floor ? Number(floor / 86_400n) : null;
};
