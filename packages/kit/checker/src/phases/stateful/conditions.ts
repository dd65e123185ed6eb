import type { Exchange } from '../../core/exchange.ts'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { establishItem, provideAll, provideInputs } from './items.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, isPending, type Walk } from './walk.ts'

/** No server gives a thing this entity tag. */
const NO_TAG = '"no-such-state-of-anything"'

const DAY_MS = 86_400_000

/**
 * A conditional request takes effect only under its condition: reads by `If-None-Match`, changes and deletions by `If-Match` (RFC 9110,
 * 13).
 */
export const planConditions = (resource: Resource): readonly Scenario[] => {
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

/** Conditional reads of anything else, such as a list. */
export const planConditionalReads = (
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
  await walk.send('condition-stale', removal, { headers: [['if-match', NO_TAG]] })
}

const tagOf = ({ answer }: Exchange): string | undefined => answer.header('etag')

/** Reads the item, and reads it again under each condition that the first response allows. */
const tryRead = async (walk: Walk, read: ApiOperation): Promise<Exchange> => {
  const first = await walk.send('condition-first', read)
  if (!isDone(first) || !documents(read, 304)) return first
  const tag = tagOf(first)
  const isByDateOnly = headerOf(read, 'If-Modified-Since') && !headerOf(read, 'If-None-Match')
  if (tag !== undefined && isByDateOnly !== true) {
    await walk.send('condition-unchanged', read, { headers: [['if-none-match', tag]] })
    await walk.send('condition-unchanged', read, { headers: [['if-none-match', `${NO_TAG}, ${tag}`]] })
    await walk.send('condition-other', read, { headers: [['if-none-match', NO_TAG]] })
  }
  const modified = Date.parse(first.answer.header('last-modified') ?? '')
  if (!Number.isNaN(modified)) {
    const earlier = new Date(modified - DAY_MS).toUTCString()
    await walk.send('condition-other', read, { headers: [['if-modified-since', earlier]] })
  }
  return first
}

/** The conditions of a change, first those that must fail; `tag` is that of the state right before. */
const CONDITIONS = [
  { step: 'condition-stale', name: 'If-Match', write: () => NO_TAG },
  { step: 'condition-absent', name: 'If-None-Match', write: () => '*' },
  { step: 'condition-weak', name: 'If-Match', write: (tag: string) => `W/${tag}` },
  { step: 'condition-met', name: 'If-Match', write: (tag: string) => tag },
  { step: 'condition-met', name: 'If-Match', write: (tag: string) => `${NO_TAG}, ${tag}` },
  { step: 'condition-met', name: 'If-Match', write: () => '*' },
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
  for (const { step, name, write } of CONDITIONS) {
    state ??= await walk.send('condition-first', read)
    const tag = tagOf(state)
    if (!isDone(state) || tag === undefined) return
    const value = write(tag)
    // A weak tag never meets If-Match (RFC 9110, 13.1.1).
    if (!takes(change, name, value) || (tag.startsWith('W/') && step !== 'condition-stale' && value !== '*'))
      continue
    const sent = await walk.send(step, change, { headers: [[name.toLowerCase(), value]] })
    if (isPending(sent)) return
    if (step !== 'condition-met' || value === '*' || !(isDone(sent) || sent.answer.status === 412)) {
      // Reads the item right after the refusal, which must have changed nothing.
      state = isDone(sent) || step === 'condition-stale' ? undefined : state
      continue
    }
    state = await walk.send('condition-after', read)
    const isOutdated = isDone(state) && tagOf(state) !== undefined && tagOf(state) !== tag
    if (value === tag && isOutdated && documents(read, 304))
      await walk.send('condition-other', read, { headers: [['if-none-match', tag]] })
  }
}

/**
 * Whether a change may be sent under a condition: `If-Match` always, unless its schema forbids the value; `If-None-Match` if it is
 * documented.
 */
const takes = (change: ApiOperation, name: string, value: string): boolean => {
  const [match, named] = [headerOf(change, 'If-Match'), headerOf(change, name)]
  if (name !== 'If-Match' && (named === undefined || match?.required === true)) return false
  return named?.schema === undefined || isValid(named.schema, value, { direction: 'request' })
}
