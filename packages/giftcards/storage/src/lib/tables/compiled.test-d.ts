import { compiled, type Param } from './compiled.ts'
import type { Db } from './db.ts'

const appById = compiled((db, param: Param<{ readonly id: string }>) =>
  db.selectFrom('apps').select(['id', 'is_enabled']).where('id', '=', param('id')),
)

/** Code that must compile, and code that must not. */
export async function ask(db: Db): Promise<void> {
  const [row] = (await appById(db, { id: 'demo-app' })).rows
  row?.is_enabled satisfies number | undefined
  // @ts-expect-error -- a column that was not selected
  row?.email satisfies unknown
  // @ts-expect-error -- a value that is missing
  await appById(db, {})
  // @ts-expect-error -- a value that is misspelt
  await appById(db, { appId: 'demo-app' })
  // @ts-expect-error -- a value of another type
  await appById(db, { id: 5 })
}

compiled((db, param: Param<{ readonly id: boolean }>) =>
  // @ts-expect-error -- a value of no column
  db.selectFrom('apps').select('id').where('id', '=', param('id')),
)
compiled((db, param: Param<{ readonly id: string }>) =>
  // @ts-expect-error -- a value that is never provided
  db.selectFrom('apps').select('id').where('id', '=', param('name')),
)
