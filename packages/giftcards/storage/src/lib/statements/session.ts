import type { Statement } from './statement.ts'

/**
 * What becomes of numbers: the transaction stores them, which keeps them from being given again, or answers them without
 * storing anything, so that the series itself has to be safe from a crash.
 */
export type NumberUse = 'stored' | 'answered'

/** What statements run on: one connection, in a transaction or outside of any. */
export interface Session {
  /** Whether an engine's transactions that write run one after the other, whoever begins them. */
  readonly writesAlone: boolean
  /** The first row of what a statement answers. */
  first<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row | undefined>
  all<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<readonly Row[]>
  /** Runs a statement that changes rows, and answers how many it changed. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: NoInfer<Values>): Promise<number>
  /**
   * Runs a statement that takes numbers. An engine on which transactions conflict over a row that they both change does it
   * apart: then what was taken stays taken, whatever becomes of the transaction.
   */
  draw<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
    use: NumberUse,
  ): Promise<readonly Row[]>
}
