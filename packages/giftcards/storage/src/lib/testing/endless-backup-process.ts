import process from 'node:process'
import { writeBackup } from '../../maintenance.ts'

// Begins a backup, reports that, and never finishes it. Ends with its parent process, which holds its standard input.
const [url = '', file = ''] = process.argv.slice(2)
process.stdin.resume().on('end', () => process.exit())
await writeBackup(url, file, (step) => {
  process.stdout.write(`${step}\n`)
  return new Promise<void>(() => undefined)
})
