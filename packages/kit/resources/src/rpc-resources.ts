import { findItems } from './find-id.ts'
import { toResourceList } from './lists.ts'
import { entityOf, wordsOf } from './names.ts'
import { isPrefix, type PathEntry } from './paths.ts'
import { createDraft, type ResourceDraft } from './resource-graph.ts'
import { findKeyInput } from './rest-resources.ts'
import { answerSketch } from './sketch.ts'

type Verb = 'create' | 'read' | 'list' | 'replace' | 'patch' | 'remove'

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ...['create', 'add', 'new', 'insert', 'register'].map((word) => [word, 'create'] as const),
  ...['get', 'fetch', 'read', 'show', 'retrieve', 'describe', 'info'].map((word) => [word, 'read'] as const),
  ...['list', 'all', 'index'].map((word) => [word, 'list'] as const),
  ...['replace', 'put'].map((word) => [word, 'replace'] as const),
  ...['update', 'edit', 'modify', 'patch', 'change'].map((word) => [word, 'patch'] as const),
  ...['delete', 'remove', 'destroy'].map((word) => [word, 'remove'] as const),
])

/** The resources of an API that names verbs in its paths: `/createPet`, `/pets/create`, `/pets.delete`. */
export const findRpcResources = (paths: readonly PathEntry[]): ResourceDraft[] => {
  const drafts = new Map<string, ResourceDraft>()
  for (const entry of paths) {
    const call = readVerb(entry)
    if (call === undefined) continue
    const key = `/${call.noun}/{}`
    const draft = drafts.get(key) ?? createDraft(key, call.noun, 'collection', undefined)
    if (assign(draft, call, entry)) drafts.set(key, draft)
  }
  return [...drafts.values()]
}

interface VerbCall {
  readonly verb: Verb
  readonly noun: string
}

/** The verb and noun, in either order, from the last one or two segments of a path without parameters. */
const readVerb = ({ segments }: PathEntry): VerbCall | undefined => {
  if (segments.some(({ parameter }) => parameter !== undefined)) return undefined
  const [before, last] = segments
    .map(({ text }) => text)
    .filter((text) => !isPrefix(text))
    .slice(-2)
  const words = wordsOf(last ?? before ?? '')
  const context = last === undefined ? '' : (before ?? '')
  const [first = '', ...rest] = words
  const verb = VERBS.get(first)
  if (verb !== undefined) {
    const noun = rest.length > 0 ? entityOf(rest.join(' ')) : entityOf(context)
    return noun === '' ? undefined : { verb: verb === 'read' && isPlural(rest) ? 'list' : verb, noun }
  }
  const trailing = VERBS.get(words.at(-1) ?? '')
  return trailing === undefined || words.length < 2
    ? undefined
    : { verb: trailing, noun: entityOf(words.slice(0, -1).join(' ')) }
}

const isPlural = (words: readonly string[]): boolean => words.join('') !== entityOf(words.join(' '))

/** Assigns the role of the verb to the first operation of the path whose inputs and outputs fit. */
const assign = (
  draft: ResourceDraft,
  { verb, noun }: VerbCall,
  { operations, template }: PathEntry,
): boolean => {
  const [operation] = operations
  if (operation === undefined) return false
  if (verb === 'create') {
    draft.create ??= { operation, id: undefined }
    draft.collectionPath ??= template
    return true
  }
  const answer = answerSketch(operation)
  if (verb === 'list') {
    if (answer !== undefined && findItems(answer, noun) === undefined) return false
    draft.list ??= toResourceList(operation, noun)
    return true
  }
  const id = findKeyInput(operation, noun, true)
  if (id === undefined) return false
  draft[verb] ??= { operation, id }
  return true
}
