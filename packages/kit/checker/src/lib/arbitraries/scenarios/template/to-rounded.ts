/** A number without the noise of binary fractions: 0.30000000000000004 becomes 0.3. */
export const toRounded = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(12))
