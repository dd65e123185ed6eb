import type { Change } from './change.ts'
import type { ChangelogEntry } from './list-changelog.ts'

/** The changelog as Markdown, to be put under a title: a heading for each version, of the second level unless said. */
export function renderChangelog(entries: readonly ChangelogEntry[], level: 2 | 3 = 2): string {
  return entries.map((entry) => renderEntry(entry, '#'.repeat(level))).join('\n')
}

function renderEntry({ version, date, note, previous, ...changes }: ChangelogEntry, heading: string): string {
  const { breaking, compatible, wording } = changes
  const paragraphs = [
    date === undefined ? `${heading} Not released yet (${version})` : `${heading} ${version}, ${date}`,
    note,
    previous === undefined ? 'The first release: there is nothing to compare it with.' : undefined,
    renderGroup(`${heading}# Breaking`, breaking),
    renderGroup(`${heading}# New and changed, breaking nobody`, compatible),
    wording.length === 0 ? undefined : `Descriptions and examples changed in ${countPlaces(wording)}.`,
    previous !== undefined && breaking.length + compatible.length + wording.length === 0
      ? `Nothing differs from ${previous}.`
      : undefined,
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`
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
