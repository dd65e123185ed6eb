import { NO_CLAIMS, type Claims } from '../phases/claims.ts'
import type { WorkItem } from '../phases/work-item.ts'

/** Executes a work item. With `mustBeApart`, others use its resources in parallel. Resolves with false if it must be repeated alone. */
type Work = (item: WorkItem, mustBeApart: boolean) => Promise<boolean>

/**
 * Executes all work items by phase, with up to the given number in parallel. Work that owns a resource never runs in parallel to work that
 * uses it, because new or deleted items would change its lists. With one worker, the order is that of the plan.
 */
export const runItems = async (items: readonly WorkItem[], workers: number, work: Work): Promise<void> => {
  for (const phase of Map.groupBy(items, (item) => item.phase).values()) {
    if (workers === 1) for (const item of phase) await work(item, false)
    else {
      const left = await runBeside(phase.map(toEntry), workers, work)
      await runBeside(
        left.map((item) => ({ item, claims: item, isApart: false })),
        workers,
        work,
      )
    }
  }
}

interface Entry {
  readonly item: WorkItem
  readonly claims: Claims
  readonly isApart: boolean
}

const toEntry = (item: WorkItem): Entry => {
  const isApart = item.canBeApart === true
  return { item, claims: isApart ? { ...item, owns: NO_CLAIMS.owns } : item, isApart }
}

/** Executes work in parallel. Resolves with the items to repeat. */
const runBeside = async (
  entries: readonly Entry[],
  workers: number,
  work: Work,
): Promise<readonly WorkItem[]> => {
  // Work that owns a resource waits for all its users. If it came last, it would run without parallelism.
  const waiting = entries.toSorted((a, b) => Number(b.claims.owns.size > 0) - Number(a.claims.owns.size > 0))
  const running = new Map<Entry, Promise<unknown>>()
  const left: WorkItem[] = []
  const start = async (entry: Entry): Promise<void> => {
    if (!(await work(entry.item, entry.isApart))) left.push(entry.item)
    running.delete(entry)
  }
  while (waiting.length + running.size > 0) {
    const next =
      running.size < workers ? waiting.find((entry) => isFree(entry, [...running.keys()])) : undefined
    if (next === undefined) {
      await Promise.race(running.values())
      continue
    }
    waiting.splice(waiting.indexOf(next), 1)
    running.set(next, start(next))
  }
  return left
}

const isFree = ({ claims }: Entry, running: readonly Entry[]): boolean =>
  running.every(({ claims: others }) => !disturbs(claims, others) && !disturbs(others, claims))

const disturbs = (
  { owns, uses, removes = NO_KEYS }: Claims,
  { owns: owned, pages = NO_KEYS }: Claims,
): boolean => [...owns, ...uses].some((key) => owned.has(key)) || [...removes].some((key) => pages.has(key))

const NO_KEYS: ReadonlySet<string> = new Set()
