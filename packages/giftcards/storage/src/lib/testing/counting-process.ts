import { openSqliteStore } from '../sqlite/sqlite-store.ts'

// Takes number after number, and prints each when its transaction has been committed. Ends only when it is killed.
const [location = ''] = process.argv.slice(2)
const store = await openSqliteStore({ location, mode: 'sandbox' })
for (;;) {
  const taken = await store.transaction((tx) => tx.nextNumber('card'))
  process.stdout.write(`${taken}\n`)
}
