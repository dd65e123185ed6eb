/** Light modules that a scanner requires on either side (ISO/IEC 15417: ten). */
const quietModules = 10

/** How bars are drawn. */
export interface BarStyle {
  /** Lines of bars, plus one light line above and below. */
  readonly height: number
  /** Whether to draw black on white. Otherwise the bars have the terminal's text color. */
  readonly coloured: boolean
}

/** The columns of a barcode with this many modules, quiet zones included. */
export function columnsOf(modules: number): number {
  return Math.ceil((modules + 2 * quietModules) / 2)
}

/** Lines of a terminal that show a barcode, two modules a column, so that every bar has its exact width. */
export function drawBars(modules: readonly boolean[], { height, coloured }: BarStyle): readonly string[] {
  const quiet = Array.from({ length: quietModules }, () => false)
  const all = [...quiet, ...modules, ...quiet]
  const columns = columnsOf(modules.length)
  const bars = Array.from({ length: columns }, (_, column) =>
    blockOf(all[2 * column] === true, all[2 * column + 1] === true),
  ).join('')
  const light = ' '.repeat(columns)
  const lines = [light, ...Array.from({ length: height }, () => bars), light]
  return coloured ? lines.map(blackOnWhite) : lines
}

function blockOf(left: boolean, right: boolean): string {
  if (left) return right ? '█' : '▌'
  return right ? '▐' : ' '
}

/** Uses numbers of the color cube, because themes change the sixteen named colors but not the cube. */
function blackOnWhite(line: string): string {
  return `\u001B[38;5;16;48;5;231m${line}\u001B[0m`
}
