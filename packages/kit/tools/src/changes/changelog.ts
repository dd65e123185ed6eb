import { toObject } from '../documents/json.ts'
import type { Change, Impact } from './change.ts'
import { compareDocuments } from './compare-documents.ts'
import type { Policies } from './policies.ts'
import { type Release, versionOf } from './releases.ts'

/** A version of a document, and its changes since the previous one. */
export interface ChangelogEntry {
  readonly version: string
  /** The day of the release, `2026-11-25`; absent for an unreleased version. */
  readonly date?: string
  /** A sentence about the version; absent for an unreleased version. */
  readonly note?: string
  /** The previous version; absent for the first. */
  readonly previous?: string
  readonly changes: readonly Change[]
}

/** The versions of a document, newest first. Begins with the unreleased version if it differs from the last release. */
export function listChangelog(
  releases: readonly Release[],
  working: object,
  policies: Partial<Policies> = {},
): readonly ChangelogEntry[] {
  const toEntry = (
    about: Omit<ChangelogEntry, 'changes'>,
    document: object,
    last?: Release,
  ): ChangelogEntry => ({
    ...about,
    ...(last !== undefined && { previous: last.version }),
    changes: last === undefined ? [] : compareDocuments(last.document, document, policies),
  })
  const released = releases.map(({ document, ...about }, index) =>
    toEntry(about, document, releases[index - 1]),
  )
  const last = releases.at(-1)
  const next = toEntry({ version: versionOf(toObject(working)) }, working, last)
  return [...(next.changes.length > 0 || last === undefined ? [next] : []), ...released.toReversed()]
}

/** The changelog as Markdown without a title: a heading for each version, of the second level by default. */
export function renderChangelog(entries: readonly ChangelogEntry[], level: 2 | 3 = 2): string {
  return entries.map((entry) => renderEntry(entry, '#'.repeat(level))).join('\n')
}

function renderEntry({ version, date, note, previous, changes }: ChangelogEntry, heading: string): string {
  const ofImpact = (impact: Impact): readonly Change[] => changes.filter((change) => change.impact === impact)
  const wording = ofImpact('patch')
  const paragraphs = [
    `${heading} ${toHeading(version, date, previous)}`,
    note,
    previous === undefined ? 'The first release: there is nothing to compare it with.' : undefined,
    renderGroup(`${heading}# Breaking`, ofImpact('major')),
    renderGroup(`${heading}# New and changed, compatible`, ofImpact('minor')),
    wording.length === 0 ? undefined : `Descriptions and examples changed in ${countPlaces(wording)}.`,
    previous !== undefined && changes.length === 0 ? `Nothing differs from ${previous}.` : undefined,
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`
}

/** Whether the changes need no new version and so belong to the last release. */
function toHeading(version: string, date: string | undefined, previous: string | undefined): string {
  if (date !== undefined) return `${version}, ${date}`
  return version === previous ? `Since ${version}` : `Not released yet (${version})`
}

function renderGroup(title: string, changes: readonly Change[]): string | undefined {
  if (changes.length === 0) return undefined
  const items = changes.map(({ place, what }) => `- \`${place}\`: ${what}`)
  return [title, '', ...items].join('\n')
}

function countPlaces(changes: readonly Change[]): string {
  const { size } = new Set(changes.map(({ place }) => place))
  return size === 1 ? '1 place' : `${size} places`
}
