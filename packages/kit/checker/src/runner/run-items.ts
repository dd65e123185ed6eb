import type { WorkItem } from '../phases/work-item.ts'

/**
 * Does all work, phase after phase, with up to so many pieces at once. Nothing runs beside a piece of work that uses a resource which
 * that piece owns: what others make or delete would show in its lists. With one worker the order is that of the plan.
 */
export const runItems = async (
  items: readonly WorkItem[],
  workers: number,
  work: (item: WorkItem) => Promise<void>,
): Promise<void> => {
  for (const phase of Map.groupBy(items, (item) => item.phase).values()) await runPhase(phase, workers, work)
}

const runPhase = async (
  items: readonly WorkItem[],
  workers: number,
  work: (item: WorkItem) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const running = new Map<WorkItem, Promise<unknown>>()
  while (waiting.length + running.size > 0) {
    const next =
      running.size < workers ? waiting.find((item) => isFree(item, [...running.keys()])) : undefined
    if (next === undefined) {
      await Promise.race(running.values())
      continue
    }
    waiting.splice(waiting.indexOf(next), 1)
    running.set(
      next,
      work(next).finally(() => running.delete(next)),
    )
  }
}

const isFree = (item: WorkItem, running: readonly WorkItem[]): boolean =>
  running.every((other) => !disturbs(item, other) && !disturbs(other, item))

const disturbs = ({ owns, uses }: WorkItem, { owns: owned }: WorkItem): boolean =>
  [...owns, ...uses].some((key) => owned.has(key))
