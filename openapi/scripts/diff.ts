import { judgeContract } from '../changes/judge-contract.ts'
import { listReleases } from '../changes/list-releases.ts'
import { readWorkingContract } from '../changes/read-working-contract.ts'

/**
 * The gate for breaking changes: compares `dist/openapi.json`, or the bundle named on the command line, with the newest
 * file in `released/`. Exits 1 with a sentence per change when `info.version` is not raised enough for what changed.
 */
const newest = listReleases().at(-1)
const problems =
  newest === undefined ? [] : judgeContract(newest.document, readWorkingContract(process.argv[2]))
if (newest !== undefined && problems.length > 0) {
  const title = `The contract changed since ${newest.version}, and info.version in openapi.yaml does not say so:`
  process.stderr.write(`${[title, ...problems].join('\n- ')}\n`)
  process.exitCode = 1
}
