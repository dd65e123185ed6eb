import type { Exchange } from '../../core/exchange.ts'
import { changeRejected } from '../../scenarios/evidence.ts'
import type { Property } from '../property.ts'
import {
  changeMet,
  changeOfAny,
  changeUnmet,
  conditionalRequestRule,
  readOther,
  readUnchanged,
} from './oracle.ts'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { establishItem, provideAll, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

/** An entity tag that no server generates. */
const NO_TAG = '"no-such-state-of-anything"'

const DAY_MS = 86_400_000

/**
 * A conditional request takes effect only if its condition is true: `If-None-Match` for reads, `If-Match` for changes and deletions (RFC
 * 9110, 13).
 */
export const conditionalRequest: Property = {
  rules: [conditionalRequestRule],
  ofResource: (resource) => planConditions(resource),
  ofDocument: ({ graph, document }) => planConditionalReads(graph, document.operations),
}

const planConditions = (resource: Resource): readonly Scenario[] => {
  const { read, replace, patch, remove } = resource
  if (read === undefined) return []
  const changes = [replace, patch].flatMap((call) =>
    call !== undefined && documents(call.operation, 412) ? [call.operation] : [],
  )
  const removal = remove !== undefined && documents(remove.operation, 412) ? remove.operation : undefined
  if (changes.length === 0 && removal === undefined && !documents(read.operation, 304)) return []
  const title = `reads, changes and deletions of a ${resource.name} respect conditions`
  return [
    {
      ...defineScenario(`conditions ${resource.key}`, read.operation, title, (walk) =>
        tryConditions(walk, resource, { read: read.operation, changes, removal }),
      ),
      removes: removal === undefined ? [] : [removal],
    },
  ]
}

/** Conditional reads of other responses, such as lists. */
const planConditionalReads = (
  { resources }: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] => {
  const reads = new Set(resources.flatMap(({ read }) => read?.operation ?? []))
  return operations
    .filter((operation) => operation.method === 'GET' && !reads.has(operation) && documents(operation, 304))
    .map((read) => {
      const title = `${read.id} respects conditions`
      return defineScenario(`conditions ${read.id}`, read, title, async (walk) => {
        await provideAll(walk, read)
        await tryRead(walk, read)
      })
    })
}

const documents = ({ responses }: ApiOperation, status: number): boolean =>
  responses.has(String(status)) || responses.has(`${Math.floor(status / 100)}XX`)

interface ConditionalCalls {
  readonly read: ApiOperation
  readonly changes: readonly ApiOperation[]
  readonly removal: ApiOperation | undefined
}

const tryConditions = async (
  walk: Walk,
  resource: Resource,
  { read, changes, removal }: ConditionalCalls,
): Promise<void> => {
  await establishItem(walk, resource, read)
  const first = await tryRead(walk, read)
  if (!isDone(first) || tagOf(first) === undefined) return
  for (const change of changes) await tryChange(walk, resource, read, change)
  if (removal === undefined) return
  await provideInputs(walk, removal, resource)
  const change = await walk.send(removal, { headers: [['if-match', NO_TAG]], mayBeRejected: true })
  walk.show(changeUnmet, { change })
}

const tagOf = ({ response }: Exchange): string | undefined => response.header('etag')

/** Reads the item, then again under each condition that the first response permits. */
const tryRead = async (walk: Walk, read: ApiOperation): Promise<Exchange> => {
  const first = await walk.send(read)
  if (!isDone(first) || !documents(read, 304)) return first
  const tag = tagOf(first)
  const isByDateOnly = headerOf(read, 'If-Modified-Since') && !headerOf(read, 'If-None-Match')
  if (tag !== undefined && isByDateOnly !== true) {
    for (const tags of [tag, `${NO_TAG}, ${tag}`]) {
      const repeated = await walk.send(read, { headers: [['if-none-match', tags]] })
      walk.show(readUnchanged, { first, repeated })
    }
    await readUnlessOther(walk, read, 'if-none-match', NO_TAG)
  }
  const modified = Date.parse(first.response.header('last-modified') ?? '')
  if (!Number.isNaN(modified)) {
    const earlier = new Date(modified - DAY_MS).toUTCString()
    await readUnlessOther(walk, read, 'if-modified-since', earlier)
  }
  return first
}

const readUnlessOther = async (
  walk: Walk,
  operation: ApiOperation,
  header: string,
  state: string,
): Promise<void> => {
  const read = await walk.send(operation, { headers: [[header, state]] })
  walk.show(readOther, { read })
}

/** The conditions of a change, false ones first. `tag` is the entity tag just before. */
const CONDITIONS = [
  { holds: false, name: 'If-Match', write: () => NO_TAG },
  { holds: false, name: 'If-None-Match', write: () => '*' },
  { holds: false, name: 'If-Match', write: (tag: string) => `W/${tag}` },
  { holds: true, name: 'If-Match', write: (tag: string) => tag },
  { holds: true, name: 'If-Match', write: (tag: string) => `${NO_TAG}, ${tag}` },
  { holds: true, name: 'If-Match', write: () => '*' },
] as const

const headerOf = ({ parameters }: ApiOperation, name: string): ApiParameter | undefined =>
  parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase())

const tryChange = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  change: ApiOperation,
): Promise<void> => {
  await provideInputs(walk, change, resource)
  let state: Exchange | undefined
  let rejected: { readonly before: Exchange; readonly change: Exchange } | undefined
  for (const { holds, name, write } of CONDITIONS) {
    state ??= await walk.send(read)
    if (rejected !== undefined) showRejected(walk, rejected, state)
    rejected = undefined
    const tag = tagOf(state)
    if (!isDone(state) || tag === undefined) return
    const value = write(tag)
    // If-Match is always false for a weak tag (RFC 9110, 13.1.1).
    if (!takes(change, name, value) || (tag.startsWith('W/') && value !== NO_TAG && value !== '*')) continue
    const headers = [[name.toLowerCase(), value]] as const
    const sent = await walk.send(change, { headers, mayBeRejected: !holds })
    if (isPending(sent)) return
    if (!holds) {
      walk.show(changeUnmet, { change: sent })
      // The item is read right after the first change, which must have had no effect.
      if (value === NO_TAG) rejected = { before: state, change: sent }
      state = isDone(sent) || value === NO_TAG ? undefined : state
    } else if (value === '*') walk.show(changeOfAny, { change: sent })
    else if (isDone(sent) || sent.response.status === 412) {
      const after = await walk.send(read)
      walk.show(changeMet, { before: state, change: sent, after })
      state = after
      if (value === tag && isDone(after) && ![undefined, tag].includes(tagOf(after)) && documents(read, 304))
        await readUnlessOther(walk, read, 'if-none-match', tag)
    }
  }
}

const showRejected = (
  walk: Walk,
  { before, change }: { readonly before: Exchange; readonly change: Exchange },
  after: Exchange,
): void => {
  if (change.response.status !== 412) return
  walk.show(changeRejected, { created: undefined, once: undefined, before, rejected: change, after })
}

/** Whether a change may have a condition: `If-Match` unless its schema forbids the value, `If-None-Match` only if documented. */
const takes = (change: ApiOperation, name: string, value: string): boolean => {
  const [match, named] = [headerOf(change, 'If-Match'), headerOf(change, name)]
  if (name !== 'If-Match' && (named === undefined || match?.required === true)) return false
  return named?.schema === undefined || isValid(named.schema, value, { direction: 'request' })
}
