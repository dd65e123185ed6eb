import { readFileSync } from 'node:fs'
import { type CheckFigures, toCheckTable } from './check-table.ts'
import { type FaultFigures, toFaultSentence, toFaultTable } from './fault-table.ts'

/** What `npm run gen:faults` has written down. */
export interface ProofFigures {
  readonly faults: Readonly<Record<string, FaultFigures>>
  readonly checks: Readonly<Record<string, CheckFigures>>
  readonly matrix: { readonly operations: number; readonly callers: number; readonly cells: number }
  readonly machine: {
    readonly node: string
    readonly sqlite: string
    readonly system: string
    readonly processors: number
  }
  readonly postgres: { readonly version: string }
}

/** Reads the figures of the last run that was written down. */
export function readProofFigures(file: string): ProofFigures {
  return JSON.parse(readFileSync(file, 'utf8')) as ProofFigures
}

/** The tables and sentences of the guide that shows them. That each rule is proven is what `npm test` sees to. */
export function toProofInserts(
  figures: ProofFigures,
  ruleCount: number,
): Readonly<Record<string, () => string>> {
  const { faults, checks, matrix, machine, postgres } = figures
  const { operations, callers, cells } = matrix
  return {
    'fault-figures': () =>
      `${toFaultSentence(Object.values(faults))}\n\n${toFaultTable(Object.values(faults))}`,
    'check-figures': () => toCheckTable(Object.values(checks)),
    'test-figures': () =>
      [
        `- The authorization matrix of ${operations} operations and ${callers} kinds of callers: ${cells} cells, each answered as decided.`,
        `- The [rule catalogue](../rules.html): ${ruleCount} rules, each proven by a test.`,
      ].join('\n'),
    'proof-machine': () =>
      `Node.js ${machine.node}, SQLite ${machine.sqlite}, PostgreSQL ${postgres.version}; ${machine.system}, ${machine.processors} processors.`,
  }
}
