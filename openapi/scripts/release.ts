import { join } from 'node:path'
import { writeRelease } from '../changes/write-release.ts'

/**
 * Releases the contract as it is: `npm run build`, then `node scripts/release.ts "What partners get from it."`. Puts the
 * bundle into `released/` under its version, with the date of today and the sentence. Commit what it wrote.
 */
const [note, ...surplus] = process.argv.slice(2)
if (note === undefined || surplus.length > 0) {
  process.stderr.write('Say in one sentence what the release is about: node scripts/release.ts "…"\n')
  process.exitCode = 2
} else {
  const root = join(import.meta.dirname, '..')
  const today = new Date().toISOString().slice(0, 10)
  const problems = writeRelease({
    folder: join(root, 'released'),
    bundle: join(root, 'dist/openapi.yaml'),
    date: today,
    note,
  })
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  }
}
