import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../scripts/publish.ts'
import { runRedocly } from '../scripts/run-redocly.ts'
import type { FoundChange } from './found-change.ts'

const config = join(import.meta.dirname, 'redocly.yaml')

/**
 * Every difference between two bundled contracts, as Redocly sees it. Something shared by several operations is reported
 * where it is used first. Takes half a second, the start of the command line; throws when a document is not OpenAPI.
 */
export function findChanges(base: JsonObject, revision: JsonObject): readonly FoundChange[] {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-diff-'))
  try {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base))
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(revision))
    const run = runRedocly(
      ['diff', 'base.json', 'revision.json', '--config', config, '--format', 'json', '--fail-on', 'none'],
      folder,
    )
    if (run.exitCode !== 0) throw new Error(`The contracts cannot be compared: ${run.stderr}${run.stdout}`)
    const report: { changes: FoundChange[] } = JSON.parse(run.stdout)
    return report.changes
  } finally {
    rmSync(folder, { recursive: true })
  }
}
