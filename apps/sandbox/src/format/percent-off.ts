/** A percentage off, with a space before its sign that does not break at the end of a line: `−8.5 %`. */
export function formatPercentOff(percent: number): string {
  return `−${percent}\u00A0%`
}
