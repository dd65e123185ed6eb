import { checkDatabase, restoreBackup, writeBackup } from '../../maintenance.ts'

// Writes a backup, restores it elsewhere, and audits the copy; what of a database is held in memory shows in its heap.
const [from = '', file = '', to = ''] = process.argv.slice(2)
await writeBackup(from, file, () => undefined)
await restoreBackup(to, file, () => undefined)
const { checked } = await checkDatabase(to, () => undefined)
process.stdout.write(JSON.stringify(checked))
