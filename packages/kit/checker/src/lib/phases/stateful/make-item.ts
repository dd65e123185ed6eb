import { findCreatedId } from '../../resources/created-id.ts'
import { readListedItems } from '../../resources/listed-items.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isObject, own, type Json } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import type { ScenarioStep } from './scenario-step.ts'
import type { ValueOverride } from './scenario-port.ts'
import { isDone, isPending, type KnownId, type Walk } from './walk.ts'

/** Different valid bodies tried before a creation is given up: a rule the schema cannot say may refuse one or two. */
const ATTEMPTS = 6

/** A body is sent without its optional references from this attempt on. */
const ALONE_FROM = 3

/** Refusals that another body may escape. */
const RETRIED = new Set([400, 404, 409, 422])

/** What a creation may be given beyond what the walk knows. */
export interface MakeOptions {
  readonly overrides?: readonly ValueOverride[]
  /** The very values to send; there is one attempt only then. */
  readonly values?: RequestValues
  /** Called after the first refusal: sees to it that the next attempts refer to other things, for one may be taken. */
  readonly renew?: () => Promise<void>
}

/** Makes an item, whose parents and references must be provided; its id is the walk's from now on. Undefined where no attempt succeeds. */
export const makeItem = async (
  walk: Walk,
  resource: Resource,
  step: ScenarioStep,
  { overrides = [], values, renew }: MakeOptions = {},
): Promise<Exchange | undefined> => {
  const { create } = resource
  if (create === undefined) return undefined
  const before = walk.ids.get(resource)
  walk.ids.delete(resource)
  for (let attempt = 0; attempt < (values === undefined ? ATTEMPTS : 1); attempt += 1) {
    const generated = { overrides, isAlone: attempt >= ALONE_FROM }
    const exchange = await walk.send(step, create.operation, values === undefined ? generated : { values })
    if (isDone(exchange)) {
      const id = isPending(exchange) ? undefined : await learnId(walk, resource, exchange, before)
      if (id !== undefined) walk.ids.set(resource, id)
      return exchange
    }
    if (!RETRIED.has(exchange.answer.status)) return undefined
    if (attempt === 0) await renew?.()
  }
  return undefined
}

/** The id of what was made: from the exchange, else from the list, as the item that shows what was sent. */
const learnId = async (
  walk: Walk,
  resource: Resource,
  exchange: Exchange,
  before: KnownId | undefined,
): Promise<KnownId | undefined> => {
  const found = findCreatedId(resource, exchange)
  if (found !== undefined)
    return { value: found.value, source: `${exchange.case.operation?.id ?? ''} ${found.expression}` }
  const { list, create } = resource
  if (list === undefined || list.operation.path !== create?.operation.path) return undefined
  const listing = await walk.send('given', list.operation)
  const items = isDone(listing) ? (readListedItems(resource, listing) ?? []) : []
  const sent = exchange.case.values?.body?.value
  const alike = items.filter(
    ({ id, value }) => id !== undefined && id !== before?.value && showsSent(value, sent),
  )
  const id = alike.at(-1)?.id
  return id === undefined ? undefined : { value: id, source: `${list.operation.id} list` }
}

/** Whether an item shows every text, number and truth value that was sent under the same name; at least one. */
const showsSent = (item: Json, sent: Json | undefined): boolean => {
  if (!isObject(item) || sent === undefined || !isObject(sent)) return false
  const shared = Object.entries(sent).filter(
    ([name, value]) => typeof value !== 'object' && Object.hasOwn(item, name),
  )
  return shared.length > 0 && shared.every(([name, value]) => own(item, name) === value)
}
