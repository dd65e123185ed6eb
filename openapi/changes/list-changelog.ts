import type { Change } from './change.ts'
import { compareContracts } from './compare-contracts.ts'
import { contractDocuments } from './contract-documents.ts'
import { type Release, listReleases } from './list-releases.ts'
import { readWorkingContract } from './read-working-contract.ts'
import { versionOf } from './version-of.ts'

/** A version of the contract, and how it differs from the one before. */
export interface ChangelogEntry {
  readonly version: string
  /** The day of the release, `2026-11-21`; absent while the version is being worked on. */
  readonly date?: string
  /** What it is about, a sentence; absent while the version is being worked on. */
  readonly note?: string
  /** The version that it is compared with; absent for the first. */
  readonly previous?: string
  /** Changes that a caller must do something about. */
  readonly breaking: readonly Change[]
  /** Changes that a caller may make use of. */
  readonly compatible: readonly Change[]
  /** Changes that only a reader sees. */
  readonly wording: readonly Change[]
}

/**
 * The versions of a document, newest first. The one that is being worked on comes before them when it differs from the
 * last release. Comparing takes half a second for each pair that differs.
 */
export function listChangelog(
  releases: readonly Release[] = listReleases(),
  working = readWorkingContract(),
): readonly ChangelogEntry[] {
  const released = releases.map(({ document, ...about }, index) =>
    toEntry(about, releases[index - 1], document),
  )
  const last = releases.at(-1)
  const next = toEntry({ version: versionOf(working) }, last, working)
  const isChanged = [next.breaking, next.compatible, next.wording].some(({ length }) => length > 0)
  return [...(isChanged || last === undefined ? [next] : []), ...released.toReversed()]
}

function toEntry(
  about: { readonly version: string; readonly date?: string; readonly note?: string },
  previous: Release | undefined,
  document: Release['document'],
): ChangelogEntry {
  const changes = previous === undefined ? [] : compareContracts(previous.document, document)
  return {
    ...about,
    ...(previous === undefined ? {} : { previous: previous.version }),
    breaking: changes.filter(({ impact }) => impact === 'major'),
    compatible: changes.filter(({ impact }) => impact === 'minor'),
    wording: changes.filter(({ impact }) => impact === 'patch'),
  }
}

/** The versions of the sandbox controls, like those of the contract. */
export function listSandboxChangelog(): readonly ChangelogEntry[] {
  return listChangelog(listReleases(contractDocuments.sandbox.released), readWorkingContract('sandbox'))
}
