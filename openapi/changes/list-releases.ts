import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { JsonObject } from '../scripts/publish.ts'
import { contractDocuments } from './contract-documents.ts'

/** A released version of the contract. */
export interface Release {
  /** `info.version`. */
  readonly version: string
  /** The day it was released, `2026-11-21`. */
  readonly date: string
  /** What it is about, a sentence for partners. */
  readonly note: string
  /** The bundle as it was published. */
  readonly document: JsonObject
}

/**
 * The released versions of a document, the contract's unless said, oldest first; throws when bundles and dates do not fit
 * each other.
 */
export function listReleases(folder: string = contractDocuments.openapi.released): readonly Release[] {
  const entries = readReleaseNotes(folder)
  const bundles = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+\.yaml$/.test(name))
  const undated = bundles.filter((name) => !entries.some(({ version }) => `${version}.yaml` === name))
  if (undated.length > 0) throw new Error(`releases.yaml does not name ${undated.join(', ')}`)
  return entries.map((entry) => {
    const document: JsonObject = parse(readFileSync(join(folder, `${entry.version}.yaml`), 'utf8'))
    return { ...entry, document }
  })
}

/** What `releases.yaml` says, oldest first. */
export function readReleaseNotes(folder: string): readonly Omit<Release, 'document'>[] {
  return parse(readFileSync(join(folder, 'releases.yaml'), 'utf8'))
}
