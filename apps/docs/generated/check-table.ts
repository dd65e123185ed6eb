import { toMarkdownTable } from '@contract-kit/docs'

/** What a run of the contract checker saw, one of those in `npm run check:nightly`. */
export interface CheckFigures {
  readonly requests: number
  readonly seeds: readonly number[]
  /** Answers by class of status, and `none` where no answer came. */
  readonly answers: Readonly<Record<string, number>>
  /** Of these, 429. */
  readonly throttled: number
  readonly operations: { readonly reached: number; readonly total: number }
  readonly findings: number
}

const header = [
  'Requests',
  'Seeds',
  '2xx',
  '4xx',
  'Of these 429',
  '5xx',
  'No answer',
  'Operations',
  'Findings',
]

/** One row for all runs together. */
export function toCheckTable(figures: readonly CheckFigures[]): string {
  const sum = (countOf: (each: CheckFigures) => number): string =>
    figures.reduce((total, each) => total + countOf(each), 0).toLocaleString('en-US')
  const answered = (kind: string): string => sum(({ answers }) => answers[kind] ?? 0)
  const reached = Math.min(...figures.map(({ operations }) => operations.reached))
  const total = Math.max(...figures.map(({ operations }) => operations.total))
  const row = [
    sum(({ requests }) => requests),
    sum(({ seeds }) => seeds.length),
    answered('2xx'),
    answered('4xx'),
    sum(({ throttled }) => throttled),
    answered('5xx'),
    answered('none'),
    `${reached} of ${total}`,
    sum(({ findings }) => findings),
  ]
  return toMarkdownTable(header, [row])
}
