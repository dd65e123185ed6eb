import { contractDocuments } from '../changes/contract-documents.ts'
import { writeRelease } from '../changes/write-release.ts'

/**
 * Releases a document as it is: `npm run build`, then `node scripts/release.ts openapi "What partners get from it."`, or
 * `sandbox` for the controls. Puts the bundle into the folder of its releases under its version, with the date of today
 * and the sentence. Commit what it wrote.
 */
const [name = '', note, ...surplus] = process.argv.slice(2)
const document = new Map(Object.entries(contractDocuments)).get(name)
if (document === undefined || note === undefined || surplus.length > 0) {
  process.stderr.write(
    'Say which document, and in one sentence what the release is about: node scripts/release.ts openapi "…"\n',
  )
  process.exitCode = 2
} else {
  const today = new Date().toISOString().slice(0, 10)
  const problems = writeRelease({ ...document, date: today, note })
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  }
}
