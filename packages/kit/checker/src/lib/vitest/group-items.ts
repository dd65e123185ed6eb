import type { WorkItem } from '../phases/work-item.ts'
import type { PhaseName } from '../run/exchange.ts'

/** What one test does: all work of one operation, or path, in one phase. */
export interface WorkGroup {
  readonly phase: PhaseName
  /** Operation id; else what the work is about. */
  readonly subject: string
  readonly items: readonly WorkItem[]
}

/** Work by phase and operation, in the order in which it is first needed; names are unique within a phase. */
export const groupItems = (items: readonly WorkItem[]): readonly WorkGroup[] => {
  const groups = new Map<string, WorkItem[]>()
  for (const item of items) {
    const name = nameOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ phase: first.phase, subject: subjectOf(first), items: group }]
  })
}

const nameOf = (item: WorkItem): string => `${item.phase} ${subjectOf(item)}`

/** Work about a path tries the methods that are not declared for it. */
const subjectOf = ({ operation, subject }: WorkItem): string =>
  operation?.id ?? (subject.startsWith('/') ? `undeclared methods of ${subject}` : subject)
