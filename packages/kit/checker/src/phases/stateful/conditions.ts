import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { establishItem, provideInputs } from './items.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, isPending, type Walk } from './walk.ts'

/** No server gives a thing this entity tag. */
const NO_TAG = '"no-such-state-of-anything"'

/** What is conditional is done on its condition only: reads by `If-None-Match`, changes and deletions by `If-Match` (RFC 9110, 13). */
export const planConditions = ({
  read,
  replace,
  patch,
  remove,
  ...resource
}: Resource): readonly Scenario[] => {
  if (read === undefined) return []
  const changes = [replace, patch].flatMap((call) =>
    call !== undefined && documents(call.operation, 412) ? [call.operation] : [],
  )
  const removal = remove !== undefined && documents(remove.operation, 412) ? remove.operation : undefined
  if (changes.length === 0 && removal === undefined && !documents(read.operation, 304)) return []
  const title = `a ${resource.name} is read, changed and deleted on the condition given`
  const whole: Resource = { read, replace, patch, remove, ...resource }
  return [
    defineScenario(`conditions ${resource.key}`, read.operation, title, (walk) =>
      tryConditions(walk, whole, { read: read.operation, changes, removal }),
    ),
  ]
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
  const first = await walk.send('condition-first', read)
  const tag = first.answer.header('etag')
  if (!isDone(first) || tag === undefined) return
  if (documents(read, 304)) {
    await walk.send('condition-unchanged', read, { headers: [['if-none-match', tag]] })
    await walk.send('condition-unchanged', read, { headers: [['if-none-match', `${NO_TAG}, ${tag}`]] })
    await walk.send('condition-other', read, { headers: [['if-none-match', NO_TAG]] })
  }
  for (const change of changes) await tryChange(walk, resource, read, change)
  if (removal === undefined) return
  await provideInputs(walk, removal, resource)
  await walk.send('condition-stale', removal, { headers: [['if-match', NO_TAG]] })
}

const tryChange = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  change: ApiOperation,
): Promise<void> => {
  await provideInputs(walk, change, resource)
  await walk.send('condition-stale', change, { headers: [['if-match', NO_TAG]] })
  const before = await walk.send('condition-first', read)
  const tag = before.answer.header('etag')
  if (!isDone(before) || tag === undefined) return
  if (!tag.startsWith('W/'))
    await walk.send('condition-weak', change, { headers: [['if-match', `W/${tag}`]] })
  const met: Exchange = await walk.send('condition-met', change, { headers: [['if-match', tag]] })
  if (isDone(met) && !isPending(met)) await walk.send('condition-after', read)
}
