import { openSqliteStore } from '../sqlite/sqlite-store.ts'
import { plentiful } from '../suite/sample-data.ts'

// Reserves cards one at a time until none is left, then prints their number.
const [location = ''] = process.argv.slice(2)
const store = await openSqliteStore({ location, mode: 'sandbox' })
let reserved = 0
while ((await store.transaction((tx) => tx.reserveStock(plentiful, 1))) === 1) reserved++
await store.close()
process.stdout.write(`${reserved}\n`)
