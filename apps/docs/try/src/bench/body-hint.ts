/** What is said below the body, and how high its field is. */
export interface BodyHint {
  readonly rows: number
  readonly verdict: string
  /** The first problems; empty where there are none. */
  readonly problems: readonly string[]
}

const mostProblems = 8
const fewestRows = 4
const mostRows = 24

/** What to say about a body with these problems. */
export function toBodyHint(body: string, problems: readonly string[]): BodyHint {
  const lines = body.split('\n').length
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}`
  const rest = problems.length - mostProblems
  return {
    rows: Math.min(Math.max(lines, fewestRows), mostRows),
    verdict: problems.length === 0 ? `${count}, as the contract wants it` : count,
    problems: rest > 0 ? [...problems.slice(0, mostProblems), `and ${rest} more`] : problems,
  }
}
