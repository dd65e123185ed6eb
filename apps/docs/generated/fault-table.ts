import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** What `npm run check:nightly` saw of one fault. */
export interface FaultFigures {
  readonly title: string
  readonly rounds: number
  /** Rounds in which requests that write were in flight when the fault struck; absent where it has no moment. */
  readonly writing?: number
  /** Checkouts in flight at those moments. */
  readonly checkouts?: number
  readonly requests: number
  readonly purchases: number
  readonly settledPayments: number
  readonly repeatedPurchases: number
  /** In normal starts of a server; absent where nothing had to become ready. */
  readonly slowestRecovery?: number
  readonly lost: number
}

const header = [
  'Fault',
  'Times',
  'Lost',
  'Met writes in flight',
  'Purchases checked',
  'Payments settled after it',
  'Keys sent again',
]

/** One row for each fault, and their sums. */
export function toFaultTable(figures: readonly FaultFigures[]): string {
  const rows = figures.map((each) => [toMarkdownText(each.title), ...toCells((column) => each[column])])
  return toMarkdownTable(header, [...rows, ['Together', ...toCells((column) => sumOf(figures, column))]])
}

/** What came of all faults, in one sentence. */
export function toFaultSentence(figures: readonly FaultFigures[]): string {
  const sum = (column: Column): string => toCell(sumOf(figures, column))
  const recoveries = figures.flatMap(({ slowestRecovery }) => slowestRecovery ?? [])
  return (
    `**Lost: ${sum('lost')}.** After ${sum('rounds')} faults of ${figures.length} kinds in ${sum('requests')} requests, ` +
    `${sum('purchases')} purchases were checked; ${sum('checkouts')} checkouts were in flight when a fault struck. ` +
    `The slowest recovery took as long as ${Math.max(...recoveries).toFixed(1)} normal starts of a server.`
  )
}

const columns = ['rounds', 'lost', 'writing', 'purchases', 'settledPayments', 'repeatedPurchases'] as const

type Column = (typeof columns)[number] | 'requests' | 'checkouts'

function sumOf(figures: readonly FaultFigures[], column: Column): number {
  return figures.reduce((total, each) => total + (each[column] ?? 0), 0)
}

function toCells(valueOf: (column: Column) => number | undefined): readonly string[] {
  return columns.map((column) => toCell(valueOf(column)))
}

function toCell(count: number | undefined): string {
  return count?.toLocaleString('en-US') ?? ''
}
