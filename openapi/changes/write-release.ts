import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { JsonObject } from '../scripts/publish.ts'
import type { ContractDocument } from './contract-documents.ts'
import { judgeContract } from './judge-contract.ts'
import { listReleases, readReleaseNotes } from './list-releases.ts'
import { versionOf } from './version-of.ts'

/** What is released, and what is said of it. */
export interface NewRelease extends ContractDocument {
  /** `2026-11-21`. */
  readonly date: string
  /** A sentence for partners. */
  readonly note: string
}

/**
 * Adds a bundle, in YAML, to the releases byte for byte, under the version in it. Refuses, with a sentence each, a version
 * that is out already and one that the gate does not let through; writes nothing then.
 */
export function writeRelease({
  source,
  bundle,
  released: folder,
  date,
  note,
}: NewRelease): readonly string[] {
  const file = `${bundle}.yaml`
  const document: JsonObject = parse(readFileSync(file, 'utf8'))
  const version = versionOf(document)
  const notes = join(folder, 'releases.yaml')
  const releases = existsSync(notes) ? listReleases(folder) : []
  const last = releases.at(-1)
  if (releases.some((release) => release.version === version)) {
    return [`Version ${version} is released already; raise info.version in ${source}.`]
  }
  const problems = last === undefined ? [] : judgeContract(last.document, document)
  if (problems.length > 0) return problems
  copyFileSync(file, join(folder, `${version}.yaml`))
  const entries = [...(existsSync(notes) ? readReleaseNotes(folder) : []), { version, date, note }]
  writeFileSync(notes, stringify(entries, { singleQuote: true, lineWidth: 0 }))
  return []
}
