/** A ratio with two decimals, or with two digits where those would say nothing. */
export function toRatio(ratio: number): string {
  return ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2)
}
