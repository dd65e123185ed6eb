/** A percentage that comes off, never torn from its sign at the end of a line: `−8.5 %`. */
export function formatPercentOff(percent: number): string {
  return `−${percent}\u00A0%`
}
