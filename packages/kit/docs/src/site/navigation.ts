import type { NavigationGroup } from '../options.ts'

/** A page in the navigation, with its requested position. */
export interface NavigationEntry {
  /** Relative to the site: `guides/errors.html`. */
  readonly path: string
  readonly label: string
  /** Absent if the page is listed only where a group names it. */
  readonly group: string | undefined
  /** Position in its group. Pages without one come last, by label. */
  readonly order: number | undefined
}

/** A group of the navigation with its pages in order. */
export interface NavigationSection {
  readonly title: string
  /** The part of the site that contains the group; empty if the site has one part. */
  readonly part: string
  readonly pages: readonly NavigationEntry[]
}

/**
 * Every listed page by group: first the configured groups, then the others in the order of their first
 * pages. Throws if a group names a page that does not exist.
 */
export function toNavigation(
  entries: readonly NavigationEntry[],
  named: readonly NavigationGroup[],
): readonly NavigationSection[] {
  const placed = new Set(named.flatMap(({ pages = [] }) => pages))
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const free = entries.filter(({ path, group }) => group !== undefined && !placed.has(path)).toSorted(compare)
  const titles = new Set([
    ...named.map(({ title }) => title),
    ...entries.flatMap(({ group }) => (group === undefined ? [] : [group])),
  ])
  return Array.from(titles, (title) => {
    const fixed = named.filter((group) => group.title === title).flatMap(({ pages = [] }) => pages)
    const pages = fixed.map((path) => {
      const entry = byPath.get(path)
      if (entry === undefined)
        throw new Error(`The navigation names ${path}, which is not a page: fix the path.`)
      return entry
    })
    const part = named.find((group) => group.title === title)?.part ?? named[0]?.part ?? ''
    return { title, part, pages: [...pages, ...free.filter(({ group }) => group === title)] }
  }).filter(({ pages }) => pages.length > 0)
}

/** The parts of the site in the order of the menu. */
export function listParts(navigation: readonly NavigationSection[]): readonly string[] {
  return [...new Set(navigation.map(({ part }) => part))]
}

function compare(left: NavigationEntry, right: NavigationEntry): number {
  const [a, b] = [left.order ?? Infinity, right.order ?? Infinity]
  return a === b ? left.label.localeCompare(right.label, 'en') : a - b
}
