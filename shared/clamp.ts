/** The value, or the bound that it exceeds. The upper bound wins if it is below the lower one. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
