import type { Session } from './session.ts'
import { statement } from './statement.ts'

const appById = statement((db, { id }: { readonly id: string }) =>
  db.selectFrom('apps').select(['id', 'is_enabled']).where('id', '=', id),
)

/** Code that must compile, and code that must not. */
export async function ask(session: Session): Promise<void> {
  const row = await session.first(appById, { id: 'demo-app' })
  row?.is_enabled satisfies number | undefined
  // @ts-expect-error -- a column that was not asked for
  row?.email satisfies unknown
  // @ts-expect-error -- a value that is missing
  await session.first(appById, {})
  // @ts-expect-error -- a value that is misspelt
  await session.all(appById, { appId: 'demo-app' })
  // @ts-expect-error -- a value of another type
  await session.run(appById, { id: 5 })
}

// @ts-expect-error -- a value that is no column's
statement((db, { id }: { readonly id: boolean }) => db.selectFrom('apps').select('id').where('id', '=', id))
