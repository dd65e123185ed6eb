import { readFileSync } from 'node:fs'
import { contractDocuments } from '../changes/contract-documents.ts'
import { judgeContract } from '../changes/judge-contract.ts'
import { listReleases } from '../changes/list-releases.ts'

/**
 * The gate for breaking changes: compares `dist/openapi.json` and `dist/sandbox.json`, or the bundles of another folder
 * named on the command line, with the newest release of each. Exits 1 with a sentence per change when an `info.version`
 * is not raised enough for what changed.
 */
const [folder] = process.argv.slice(2)
for (const [name, { source, bundle, released }] of Object.entries(contractDocuments)) {
  const file = folder === undefined ? `${bundle}.json` : `${folder}/${name}.json`
  const newest = listReleases(released).at(-1)
  const problems =
    newest === undefined ? [] : judgeContract(newest.document, JSON.parse(readFileSync(file, 'utf8')))
  if (newest !== undefined && problems.length > 0) {
    const title = `${source} changed since ${newest.version}, and its info.version does not say so:`
    process.stderr.write(`${[title, ...problems].join('\n- ')}\n`)
    process.exitCode = 1
  }
}
