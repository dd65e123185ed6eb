import { type CaseDraft, makeCase, type ScenarioDraft, wireKey } from '../core/case.ts'
import type { Case, Exchange, PhaseName } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { equalJson, findAt, type Json } from '@contract-kit/json-schema/json'
import type { Claims } from './claims.ts'
import { type ApiDocument, type ApiOperation, findMedia } from '@contract-kit/openapi'
import { type ResourceGraph } from '@contract-kit/resources'
import { cursorOf } from '@contract-kit/resources/lists'
import type { Session, SessionParts } from '../session/session.ts'
import { countsItems } from './distinct-items.ts'
import { valuesAt } from '../session/request-places.ts'
import { toWorkingCase } from './request-search.ts'
import { breaksOnly, withBody } from './values.ts'
import { isVersioned, withState } from './versions.ts'
import type { WorkingRequests } from './working-requests.ts'

/** The tools for a work item. */
export interface WorkContext {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly session: Session
  readonly parts: Pick<
    SessionParts,
    'baseUrl' | 'configured' | 'credentials' | 'others' | 'pool' | 'recorder'
  >
  readonly working: WorkingRequests
  readonly seed: number
  /** Fuzz cases for each operation. */
  readonly cases: number
  /** Maximum number of parallel requests within a work item. */
  readonly workers: number
  /**
   * Whether a scenario must create all parents in its paths, because it runs in parallel to others. It throws {@link SharedParent} if it
   * cannot.
   */
  readonly mustBeApart?: boolean
  /** Reports an unchecked operation or part. */
  readonly skip: (operationId: string, reason: string) => void
  /** Reports a part that a scenario could not test; this is not a fault. */
  readonly note: (operationId: string, reason: string) => void
}

/** Thrown if a work item needs an item that others use, too. Nothing has been compared yet, so the work is repeated with all its claims. */
export class SharedParent extends Error {
  override readonly name = 'SharedParent'
}

/** Processes items in order, with up to the given number in parallel. */
export const forEachItem = async <Item>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const queue = items.values()
  const serve = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, serve))
}

/** The work on one operation or path in one phase. */
export interface WorkItem extends Claims {
  readonly phase: PhaseName
  /** The tested operation; undefined for undeclared methods and paths. */
  readonly operation: ApiOperation | undefined
  /** Operation id, path, or description of a scenario. */
  readonly subject: string
  /** Whether the server must be in its initial state. */
  readonly needsReset: boolean
  /** Whether it can run without its resource claims by creating all parents in its paths. */
  readonly canBeApart?: boolean
  readonly run: (context: WorkContext) => Promise<void>
}

/** Statuses of an outdated id or a duplicate. */
const STALE = new Set([404, 409, 410])

export const isStaleStatus = (status: number): boolean => STALE.has(status)

/** Number of consecutive failed renewals after which requests of an operation are no longer renewed. */
const PATIENCE = 10

/**
 * Sends the drafts of one operation, each wire form once. If an id is gone or the item is a duplicate, sends the draft once more with new
 * ids and other values, except in the tested place.
 */
export class DraftSender {
  readonly #context: WorkContext
  readonly #phase: PhaseName
  readonly #operation: ApiOperation
  readonly #sent = new Set<string>()
  #working: RequestValues
  #fruitless = 0
  /** Whether the server rejects duplicates, so that values must change after each success. */
  #takesNothingTwice = false
  #renewals = 0

  constructor(context: WorkContext, phase: PhaseName, operation: ApiOperation, working: RequestValues) {
    this.#context = context
    this.#phase = phase
    this.#operation = operation
    this.#working = working
  }

  /** Undefined if the same wire form was sent before or cannot be sent. `history`: the exchanges to compare with. */
  async send(draft: ScenarioDraft, history: readonly Exchange[] = []): Promise<Exchange | undefined> {
    if (this.#invents(draft)) return undefined
    const applied = this.#apply(draft)
    const plain = makeCase(this.#phase, this.#operation, applied)
    if (plain === undefined) return undefined
    const key = wireKey(plain)
    if (this.#sent.has(key)) return undefined
    this.#sent.add(key)
    const bound = await this.#bind(applied, plain)
    const exchange = bound && (await this.#context.session.send(bound, history))
    if (exchange === undefined || bound === undefined) return exchange
    const sent = isOutdated(exchange)
      ? ((await this.#sendOnCurrent(draft, bound, history)) ?? exchange)
      : exchange
    const last = this.#isStale(sent) ? await this.#sendRenewed(draft, bound, sent) : sent
    if (last !== undefined && last.response.status < 300) this.#keepState(last)
    if (this.#takesNothingTwice && last !== undefined && last.response.status < 300) await this.#renew(true)
    return last
  }

  /** Whether a case contains a generated cursor. The schema cannot tell if the server accepts it. */
  #invents({ mode, target: { location, name, keyword } }: ScenarioDraft): boolean {
    if (mode !== 'positive' || location !== 'query' || keyword === 'required') return false
    return name === cursorOf(this.#context.graph, this.#operation)
  }

  /** Replaces outdated ids, and those in a new body, by existing ones. */
  async #renew(isVaried: boolean): Promise<void> {
    const { working } = this.#context
    if (isVaried) this.#renewals += 1
    const values = isVaried
      ? working.vary(this.#operation, this.#working, String(this.#renewals))
      : this.#working
    this.#working = (await working.bind(this.#phase, this.#operation, values)).values
  }

  async #sendRenewed(
    draft: ScenarioDraft,
    stale: Case,
    { response: { status }, history }: Exchange,
  ): Promise<Exchange | undefined> {
    const { session, parts } = this.#context
    for (const value of boundValues(stale, status === 409)) parts.pool.forget(value)
    await this.#renew(status === 409)
    const renewed = await this.#bind(this.#apply(draft))
    if (renewed === undefined || wireKey(renewed) === wireKey(stale)) return undefined
    const exchange = await session.send(renewed, history)
    const hasHelped = exchange !== undefined && !STALE.has(exchange.response.status)
    this.#fruitless = hasHelped ? 0 : this.#fruitless + 1
    if (hasHelped && status === 409) this.#takesNothingTwice = true
    return exchange
  }

  /** Sends a draft again with the item's current version; undefined if no read shows another one. */
  async #sendOnCurrent(
    draft: ScenarioDraft,
    outdated: Case,
    history: readonly Exchange[],
  ): Promise<Exchange | undefined> {
    const { document, session, working } = this.#context
    const read = document.paths.get(this.#operation.path)?.find(({ method }) => method === 'GET')
    const known = read && working.known(read)
    if (read === undefined || known === undefined || outdated.values === undefined) return undefined
    const values = { ...known, path: outdated.values.path }
    const reading = toWorkingCase(this.#phase, read, { values, boundTo: {} })
    const shown = reading && (await session.send(reading))
    if (shown === undefined || shown.response.status >= 300) return undefined
    this.#keepState(shown)
    const renewed = await this.#bind(this.#apply(draft))
    return renewed === undefined || wireKey(renewed) === wireKey(outdated)
      ? undefined
      : session.send(renewed, history)
  }

  /** Uses the version in a response for the next changes. */
  #keepState({ response: { json } }: Exchange): void {
    const { body } = this.#working
    if (body === undefined || json === undefined || !isVersioned(this.#operation)) return
    const value = withState(this.#operation, body.value, json)
    this.#working = withBody(this.#working, body.contentType, value)
  }

  #isStale({ case: { boundTo, values }, response: { status } }: Exchange): boolean {
    const isBound = Object.keys(boundTo ?? {}).some((place) => place.startsWith('path.'))
    const canVary = status === 409 && values?.body !== undefined
    return STALE.has(status) && (isBound || canVary) && this.#fruitless < PATIENCE
  }

  #apply({ apply, ...draft }: ScenarioDraft): CaseDraft {
    return { ...draft, values: apply(this.#working) }
  }

  /** The case with known ids; `plain` if there are none to insert. */
  async #bind(draft: CaseDraft, plain?: Case): Promise<Case | undefined> {
    const { values, boundTo } = await this.#context.working.bind(this.#phase, this.#operation, draft.values)
    if (plain !== undefined && values === draft.values) return plain
    const kept = keepTarget(this.#operation, draft, values)
    const isKept = kept.body !== values.body
    const mayBeRejected = draft.mode === 'positive' && isKept && this.#namesUnknown(kept, values)
    return makeCase(
      this.#phase,
      this.#operation,
      { ...draft, values: kept, mayBeRejected },
      originsBesideTarget(draft, boundTo),
    )
  }

  /** Whether a tested body names items that neither the working request nor the latest responses know. The server need not have them. */
  #namesUnknown(kept: RequestValues, bound: RequestValues): boolean {
    return this.#context.graph
      .bindings(this.#operation)
      .filter(({ location, resource }) => location === 'body' && resource !== undefined)
      .some((place) => {
        const known = [this.#working, bound].flatMap((values) => valuesAt(values, place))
        return valuesAt(kept, place).some(
          (value) =>
            value !== undefined && value !== null && !known.some((one) => equalJson(one ?? null, value)),
        )
      })
  }
}

/** Whether a change was rejected, possibly for an outdated version. */
const isOutdated = ({ case: { operation }, response: { status } }: Exchange): boolean =>
  (status === 409 || status === 412) && operation !== undefined && isVersioned(operation)

/** The values to replace: those in the path if they are gone; those in the body, too, after a conflict. */
export const boundValues = ({ values, boundTo }: Case, isBodyBound: boolean): readonly Json[] =>
  Object.keys(boundTo ?? {}).flatMap((place) => {
    const [location = '', ...name] = place.split('.')
    if (location === 'path') return values?.path[name.join('.')] ?? []
    const isInBody = location === 'body' && isBodyBound && values?.body !== undefined
    return isInBody ? (findAt(values.body.value, name.join('.')) ?? []) : []
  })

/**
 * Keeps the value that a draft tests or breaks, despite known ids. If another part of the body is broken, known ids are used: a server that
 * first looks up ids would otherwise not reach the broken part. The items of a list of a tested length have known ids, too.
 */
export const keepTarget = (
  operation: ApiOperation,
  { target, values, mode }: CaseDraft,
  bound: RequestValues,
): RequestValues => {
  const { location, name } = target
  if (location === 'body') {
    if (mode === 'positive' && countsItems(target)) return bound
    const isBroken = mode === 'negative' && bound.body !== undefined
    const schema = isBroken
      ? findMedia(operation.body?.media ?? [], bound.body.contentType)?.schema
      : undefined
    const isStillBroken = isBroken && schema !== undefined && breaksOnly(schema, bound.body.value, target)
    return isStillBroken ? bound : { ...bound, body: values.body }
  }
  if (location !== 'path' && location !== 'query' && location !== 'header' && location !== 'cookie')
    return bound
  const { [name]: _bound, ...others } = bound[location]
  const value = Object.hasOwn(values[location], name) ? values[location][name] : undefined
  return { ...bound, [location]: value === undefined ? others : { ...others, [name]: value } }
}

/** Whether a request names other items outside its path. A server may reject names of items that it does not have, with 422 for example. */
export const namesItems = ({ graph }: WorkContext, operation: ApiOperation): boolean =>
  graph.bindings(operation).some(({ location, resource }) => location !== 'path' && resource !== undefined)

/** The origins of values without that of the tested place. */
export const originsBesideTarget = (
  { target: { location, name } }: Pick<CaseDraft, 'target'>,
  boundTo: Readonly<Record<string, string>>,
): Record<string, string> => {
  const { [`${location}.${name}`]: _tried, ...others } = boundTo
  return others
}
