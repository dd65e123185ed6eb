import { openSqliteStore } from '../sqlite/sqlite-store.ts'

// Draws numbers, and prints each after its transaction was committed. Runs until killed.
const [location = ''] = process.argv.slice(2)
const store = await openSqliteStore({ location, mode: 'sandbox' })
for (;;) {
  const taken = await store.transaction((tx) => tx.nextNumber('card'))
  process.stdout.write(`${taken}\n`)
}
