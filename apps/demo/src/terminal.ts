/** The output of the demo: an interactive terminal, or a pipe. */
export interface Terminal {
  /** Whether lines can be overwritten, as on an interactive terminal. */
  readonly isLive: boolean
  /** Whether the output has colors. */
  readonly isColoured: boolean
  /** The current width in characters. */
  readonly columns: number
  /** Prints the next step. */
  step(sentence: string): void
  /** Prints a line of the exchange on the wire. */
  wire(line: string): void
  /** Prints the result of a step. */
  outcome(sentence: string): void
  /** Prints progress. Each line replaces the one before; in a pipe each has its own. */
  progress(line: string): void
  /** Clears an unfinished line of progress. */
  settle(): void
  /** Prints lines unchanged. */
  print(lines: readonly string[]): void
}

/** The parts of `process.stdout` that a terminal uses. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const indent = '   '

/** A terminal on an output. It reads `NO_COLOR` and `TERM` from `env`. */
export function createTerminal(output: Output, env: Readonly<Record<string, string | undefined>>): Terminal {
  const isLive = output.isTTY === true && env['TERM'] !== 'dumb'
  const isColoured = isLive && (env['NO_COLOR'] ?? '') === ''
  const style = (code: number, text: string): string =>
    isColoured ? `\u001B[${code}m${text}\u001B[0m` : text
  // A window may be resized; one of unknown width reports 0.
  const width = (): number => output.columns || 80
  let steps = 0
  let isUnfinished = false

  function settle(): void {
    if (isUnfinished) output.write('\r\u001B[2K')
    isUnfinished = false
  }

  function print(lines: readonly string[]): void {
    settle()
    output.write(`${lines.join('\n')}\n`)
  }

  return {
    isLive,
    isColoured,
    get columns() {
      return width()
    },
    settle,
    print,
    step(sentence) {
      steps += 1
      print(['', style(1, `${steps}. ${sentence}`)])
    },
    wire: (line) => print([indent + style(2, line)]),
    outcome: (sentence) => print([indent + sentence]),
    progress(line) {
      if (!isLive) return print([indent + line])
      settle()
      output.write((indent + line).slice(0, width() - 1))
      isUnfinished = true
    },
  }
}
