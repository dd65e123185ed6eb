/** The output for progress. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): boolean
}

/** Says what comes, and how long it will take yet. */
export interface Progress {
  /** `turns`: how many usual steps it takes as long as. */
  step(title: string, turns?: number): void
  /** Says from now on how much of so many steps is left. */
  expect(steps: number): void
  end(): void
}

/** One line that is written over on a terminal; elsewhere a line for each step. */
export function createProgress(stream: ProgressStream, now: () => number): Progress {
  let expected = 0
  let done = 0
  let began = now()
  const left = (): string => {
    if (expected === 0 || done === 0) return ''
    const seconds = Math.round((((now() - began) / done) * (expected - done)) / 1000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left · `
  }
  return {
    step(title, turns = 1) {
      const text = `${left()}${title}`
      stream.write(
        stream.isTTY === true ? `\r\u001B[K${text.slice(0, (stream.columns || 80) - 1)}` : `${text}\n`,
      )
      done += turns
    },
    expect(steps) {
      expected = steps
      done = 0
      began = now()
    },
    end() {
      if (stream.isTTY === true) stream.write('\r\u001B[K')
    },
  }
}
