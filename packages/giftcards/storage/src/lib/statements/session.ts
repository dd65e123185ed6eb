import type { Statement } from './statement.ts'

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
   * Waits, before the first statement, until no other transaction of this process works under any of these keys; holds them
   * to the end.
   */
  takeTurns(keys: readonly string[]): Promise<void>
}
