import type { Kysely } from 'kysely'
import type { Database } from '../schema/database.ts'
import { columnsOf, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'

/** Tables of which a row is changed in some of its columns. */
type ChangedTable = 'carts' | 'customers' | 'jobs' | 'orders'

/** Sets those columns of a row that a change names, at least one, and answers how many rows there were: one or none. */
export type UpdateRow<Table extends ChangedTable, Column extends keyof Database[Table]> = (
  session: Session,
  id: Database[Table]['id'],
  change: Partial<Pick<Database[Table], Column>>,
) => Promise<number>

/** Updates of a row by its id: one statement for each choice among the given columns. */
export function updateOf<Table extends ChangedTable, Column extends keyof Database[Table] & string>(
  table: Table,
  columns: readonly Column[],
): UpdateRow<Table, Column> {
  interface Values {
    readonly id: number | string
    readonly change: Readonly<Record<string, unknown>>
  }
  // What Kysely knows of one table it cannot tell of a choice among them.
  const anyTable: ChangedTable = table
  const update = statementBy(columns.join(), (db, { id, change }: Values, chosen: string) =>
    (db as unknown as Kysely<Record<ChangedTable, Record<string, unknown>>>)
      .updateTable(anyTable)
      .set(columnsOf(change, chosen.split(',')))
      .where('id', '=', id),
  )
  return (session, id, change) =>
    session.run(update(columns.filter((column) => column in change).join()), { id, change })
}
