import type { Statement } from './statement.ts'

/** What statements run on: one connection, in a transaction or outside of any. */
export interface Session {
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
}
