import { oncePer } from '@contract-kit/json-schema/memo'
import { findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { stageOfWord, isStateName } from '@contract-kit/resources/words'
import type { Kind } from './kinds.ts'
import { writableNames } from './writable.ts'

/** The states of items that progress on their own, in the document's terms. */
export interface Progress {
  readonly property: string
  /** The initial state: `queued`. */
  readonly first: string
  /** The running state: `running`. Undefined if the document has none. */
  readonly working: string | undefined
  readonly done: string
  /** All states that are not final. */
  readonly open: ReadonlySet<string>
}

const runs = /^(start|run|work|process|execut|inprogress)/
const waits = /^(queued|enqueued|pending|waiting|submitted|accepted|scheduled|created|new|draft|open)$/

/** The enum values of a property. */
export const choicesOf = (nodes: readonly SchemaNode[]): readonly string[] =>
  nodes
    .flatMap((node) => findKeyword(node, 'enum') ?? [])
    .filter(
      (choice, index, all): choice is string => typeof choice === 'string' && all.indexOf(choice) === index,
    )

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The initial state: one that means waiting, else the first in the enum. */
export const firstState = (choices: readonly string[]): string | undefined =>
  choices.find((choice) => waits.test(bare(choice))) ?? choices[0]

/**
 * Finds how items of a kind progress on their own. They need a state that no request sets, with a final value, and either intermediate
 * values or a creation that returns 202.
 */
export const findProgress = oncePer((kind: Kind): Progress | undefined => {
  const writable = writableNames(kind)
  for (const sketch of kind.shown) {
    for (const [property, field] of sketch.fields()) {
      if (!isStateName(property) || writable.has(property)) continue
      const choices = choicesOf(field.sketch.nodes)
      const done = choices.find((choice) => stageOfWord(choice) === 'done')
      const open = choices.filter(
        (choice) => stageOfWord(choice) === 'working' || bare(choice).endsWith('ing'),
      )
      const working =
        open.find((choice) => runs.test(bare(choice))) ??
        open.find((choice) => bare(choice).endsWith('ing') && !waits.test(bare(choice)))
      const first = open.find((choice) => waits.test(bare(choice))) ?? working
      if (done === undefined || first === undefined) continue
      const isJob = isAcceptedOnly(kind) || (working !== undefined && runs.test(bare(working)))
      if (isJob) return { property, first, working, done, open: new Set(open) }
    }
  }
  return undefined
})

/** Whether a creation only returns 202. */
const isAcceptedOnly = ({ resources }: Kind): boolean =>
  resources.some(
    ({ create }) =>
      create !== undefined &&
      create.operation.responses.has('202') &&
      !['200', '201'].some((status) => create.operation.responses.has(status)),
  )
