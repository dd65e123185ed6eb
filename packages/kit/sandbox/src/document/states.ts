import { oncePer } from '@contract-kit/json-schema/memo'
import { findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { stageOfWord, isStateName } from '@contract-kit/resources/words'
import type { Kind } from './kinds.ts'
import { writableNames } from './writable.ts'

/** The progress of items that run by themselves, in the words of their document. */
export interface Progress {
  readonly property: string
  /** Where it begins: `queued`. */
  readonly first: string
  /** While it runs: `running`; undefined if the document has no word for it. */
  readonly working: string | undefined
  readonly done: string
  /** All words that are not final. */
  readonly open: ReadonlySet<string>
}

const runs = /^(start|run|work|process|execut|inprogress)/
const waits = /^(queued|enqueued|pending|waiting|submitted|accepted|scheduled|created|new|draft|open)$/

/** The texts that the schemas of a property list. */
export const choicesOf = (nodes: readonly SchemaNode[]): readonly string[] =>
  nodes
    .flatMap((node) => findKeyword(node, 'enum') ?? [])
    .filter(
      (choice, index, all): choice is string => typeof choice === 'string' && all.indexOf(choice) === index,
    )

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The state in which an item begins: one of waiting, else the first that the document lists. */
export const firstState = (choices: readonly string[]): string | undefined =>
  choices.find((choice) => waits.test(bare(choice))) ?? choices[0]

/**
 * How an item of a kind runs by itself. It has a state that no request sets, with a word for its end. It also has words for the way
 * there, or a creation that is only accepted (202).
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

/** Whether a creation only says that it was accepted. */
const isAcceptedOnly = ({ resources }: Kind): boolean =>
  resources.some(
    ({ create }) =>
      create !== undefined &&
      create.operation.responses.has('202') &&
      !['200', '201'].some((status) => create.operation.responses.has(status)),
  )
