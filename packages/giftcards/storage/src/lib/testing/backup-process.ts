import { checkDatabase, restoreBackup, writeBackup } from '../../maintenance.ts'

// Writes a backup, restores it elsewhere, and audits the copy. Its heap shows how much of a database is held in memory.
const [from = '', file = '', to = ''] = process.argv.slice(2)
await writeBackup(from, file, () => undefined)
await restoreBackup(to, file, () => undefined)
const { checked } = await checkDatabase(to, () => undefined)
process.stdout.write(JSON.stringify(checked))
