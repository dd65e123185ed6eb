import { deriveSeed } from '../core/case.ts'
import type { Exchange, PhaseName } from '../core/exchange.ts'
import { isSafeMethod, type RequestValues } from '@contract-kit/openapi/wire'
import { findAt, isNumber, type Json } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { InputBinding, ResourceGraph } from '@contract-kit/resources'
import type { Session, SessionParts } from '../session/session.ts'
import type { PooledValue } from '../session/value-pool.ts'
import { changeAt, type RequestPlace, requestPlaces, valuesAt } from '../session/request-places.ts'
import { applyBound, type Bound, type BoundRequest, isPath, pathOnly } from './bound-request.ts'
import { candidateValues, drawSamples, validRequests } from './candidate-values.ts'
import { hasSucceeded, learnFromRejection, proveRequirements } from './learn-from-rejections.ts'
import { RequestSearch, toWorkingCase, type WorkingAttempt, type WorkingRequest } from './request-search.ts'
import { placeValue, withoutCursor } from './values.ts'

/** A working request before existing ids are inserted, and whether its body uses them. */
interface Recipe {
  readonly values: RequestValues
  readonly isBound: boolean
}

/** Number of valid requests after which an operation counts as failing. */
const ATTEMPTS = 10

/** Maximum number of times that rejections are followed per operation; required items may exist only later. */
const LESSONS = 2

/** Number of values to keep for each name. */
const ACCEPTED = 3

/** Maximum number of failed searches per phase. */
const SEARCHES = 2

/** Number of other bodies tried after a duplicate was rejected. */
const VARIATIONS = 3

/** The operations that are being prepared; none is sent again for its own inputs. */
type Chain = ReadonlySet<string>

const NO_CHAIN: Chain = new Set()

/** Number of fruitless creations after which an operation is no longer sent for an input. */
const MAKINGS_IN_VAIN = 2

/** Finds a working request for each operation, and creates required items first: `createPet` before `getPet`. */
export class WorkingRequests {
  readonly #session: Session
  readonly #parts: Pick<SessionParts, 'document' | 'pool' | 'configured'>
  readonly #graph: ResourceGraph
  readonly #seed: number
  readonly #recipes = new Map<string, Recipe>()
  /** Searches in progress, by operation. Other callers wait for them. */
  readonly #searching = new Map<string, Promise<WorkingRequest | undefined>>()
  readonly #searches = new Map<string, number>()
  /** The count of changes when a read last gave no value for an input. */
  readonly #inVain = new Map<string, number>()
  /** Number of successful creations that gave no value for an input. */
  readonly #fruitless = new Map<string, number>()
  /** For each failing operation, the rejection of the request with the most progress. */
  readonly #furthest = new Map<string, Exchange>()
  /** Number of followed rejections, by operation. */
  readonly #lessons = new Map<string, number>()
  /** Values of successful requests by the name of their place, newest first. */
  readonly #accepted = new Map<string, readonly Json[]>()
  #variations = 0

  constructor(
    session: Session,
    parts: Pick<SessionParts, 'document' | 'pool' | 'configured'>,
    graph: ResourceGraph,
    seed: number,
  ) {
    this.#session = session
    this.#parts = parts
    this.#graph = graph
    this.#seed = seed
  }

  /**
   * Finds a working request by sending candidates. Later calls, and calls after too many failures, only look up existing ids. Undefined if
   * the schemas allow no request.
   */
  async find(
    phase: PhaseName,
    operation: ApiOperation,
    chain: Chain = NO_CHAIN,
  ): Promise<WorkingRequest | undefined> {
    const candidates = this.#candidates(operation)
    // A nested search does not wait, because two operations that need each other would deadlock.
    if (chain.size === 0) await this.#searching.get(operation.id)
    const bound = await this.#bind(phase, operation, chain)
    const recipe = this.#recipes.get(operation.id)
    if (recipe !== undefined)
      return {
        ...applyBound(operation, recipe.values, recipe.isBound ? bound : pathOnly(bound)),
        hasWorked: true,
        exchange: undefined,
      }
    const place = `${phase} ${operation.id}`
    const searches = this.#searches.get(place) ?? 0
    const isSearched = this.#searching.has(operation.id)
    if (isSearched || searches < SEARCHES) {
      const search = this.#search(phase, operation, candidates, bound, chain)
      if (isSearched) return search
      this.#searches.set(place, searches + 1)
      this.#searching.set(operation.id, search)
      try {
        return await search
      } finally {
        this.#searching.delete(operation.id)
      }
    }
    this.#searches.set(place, searches + 1)
    return (
      candidates[0] && {
        ...applyBound(operation, candidates[0], bound),
        hasWorked: false,
        exchange: undefined,
      }
    )
  }

  /** Values of existing items for the inputs of an operation; creates missing items. */
  async bind(phase: PhaseName, operation: ApiOperation, values: RequestValues): Promise<BoundRequest> {
    return applyBound(
      operation,
      this.#complete(operation, values),
      await this.#bind(phase, operation, NO_CHAIN),
    )
  }

  /** Copies a request with another valid body, for a server that rejects duplicates. References to other items stay unchanged. */
  vary(operation: ApiOperation, values: RequestValues, salt: string): RequestValues {
    const { body } = values
    if (body === undefined) return values
    const seed = deriveSeed(this.#seed, 'vary', operation.id, salt)
    const draw = (count: number): RequestValues['body'] =>
      drawSamples(validRequests(operation), seed, count).find(
        (drawn) => drawn.body?.contentType === body.contentType,
      )?.body
    // With one media type the first draw fits, and each draw costs as much as ten.
    const other = draw(1) ?? draw(10)
    if (other === undefined) return values
    const kept = this.#graph.bindings(operation).filter(({ location }) => location === 'body')
    const varied: RequestValues = { ...values, body: other }
    const withReferences = kept.reduce<RequestValues>((result, binding) => {
      const value = valueAt(values, binding)
      return value === undefined ? result : (placeValue(result, binding, value) ?? result)
    }, varied)
    return this.#complete(operation, withReferences)
  }

  /** The request that worked before, without inserted ids; undefined if there is none. */
  known(operation: ApiOperation): RequestValues | undefined {
    return this.#recipes.get(operation.id)?.values
  }

  /** The rejection of the request with the most progress, for a failing operation. */
  furthestRejection({ id }: ApiOperation): Exchange | undefined {
    return this.#furthest.get(id)
  }

  /** Copies a request with known ids in its body and required values; creates nothing. */
  withKnownIds(operation: ApiOperation, values: RequestValues): RequestValues {
    const bound = this.#bindings(operation).flatMap((binding) => {
      const entry = this.#parts.pool.find(binding)
      return entry === undefined ? [] : [{ binding, entry }]
    })
    return applyBound(operation, this.#complete(operation, values), bound).values
  }

  /** The inputs that use response values, without configured ones. */
  #bindings(operation: ApiOperation): readonly InputBinding[] {
    const { configured } = this.#parts
    return this.#graph.bindings(operation).filter((binding) => !configured.isGiven(operation, binding))
  }

  /** A request with configured values and undocumented required ones. */
  #complete(operation: ApiOperation, values: RequestValues): RequestValues {
    const { requirements } = this.#session
    const required = requirements.of(operation).reduce((result, { place }) => {
      const [value] = valuesAt(this.known(operation) ?? result, place)
      return changeAt(operation, result, place, (before) => before ?? value)
    }, values)
    return this.#parts.configured.apply(operation, required)
  }

  #candidates(operation: ApiOperation): readonly RequestValues[] {
    const { configured } = this.#parts
    return candidateValues(operation, this.#seed, ATTEMPTS).map((values, index) =>
      configured.apply(operation, withoutCursor(this.#graph, operation, values), index),
    )
  }

  async #search(
    phase: PhaseName,
    operation: ApiOperation,
    candidates: readonly RequestValues[],
    bound: readonly Bound[],
    chain: Chain,
  ): Promise<WorkingRequest | undefined> {
    const search = new RequestSearch(this.#session, phase, operation, bound)
    try {
      const found = (await search.tryAll(candidates)) ?? (await this.#learn(operation, search))
      if (found !== undefined) return await this.#settle(operation, search, found)
      return (await this.#searchBesideWriter(phase, operation, candidates[0], chain)) ?? search.first
    } finally {
      search.end()
    }
  }

  /** Follows the first rejection. */
  async #learn(operation: ApiOperation, search: RequestSearch): Promise<WorkingAttempt | undefined> {
    const { rejected } = search
    const lessons = this.#lessons.get(operation.id) ?? 0
    if (rejected === undefined || lessons >= LESSONS) return undefined
    this.#lessons.set(operation.id, lessons + 1)
    const { configured } = this.#parts
    const knowledge = {
      seed: this.#seed,
      isFixed: (place: RequestPlace) => configured.isGiven(operation, place) || search.isBound(place),
      accepted: ({ field }: RequestPlace) => this.#accepted.get(field) ?? [],
    }
    const learned = await learnFromRejection(operation, rejected, knowledge, (values) =>
      search.send(values, true),
    )
    if (hasSucceeded(learned.exchange)) return { ...learned, isBound: true }
    this.#furthest.set(operation.id, learned.exchange)
    return undefined
  }

  /** Keeps a working request, and derives requirements from its difference to the rejected one. */
  async #settle(
    operation: ApiOperation,
    search: RequestSearch,
    found: WorkingAttempt,
  ): Promise<WorkingRequest> {
    const { values, isBound, exchange } = found
    this.#recipes.set(operation.id, { values, isBound })
    this.#furthest.delete(operation.id)
    this.#accept(exchange)
    if (search.rejected !== undefined) {
      const send = (each: RequestValues) => search.sendOnce(each, isBound)
      for (const proven of await proveRequirements(operation, found, send))
        this.#session.requirements.add(proven)
    }
    return search.toWorking(found)
  }

  /** Keeps texts and numbers of a successful request, because other operations may need existing values. */
  #accept({ case: { operation, values } }: Exchange): void {
    if (operation === undefined || values === undefined) return
    for (const place of requestPlaces(operation)) {
      const scalars = valuesAt(values, place).filter((value) => typeof value === 'string' || isNumber(value))
      const known = this.#accepted.get(place.field) ?? []
      this.#accepted.set(place.field, [...scalars, ...known].slice(0, ACCEPTED))
    }
  }

  /** A singleton must be PUT before it can be read. */
  async #searchBesideWriter(
    phase: PhaseName,
    operation: ApiOperation,
    candidate: RequestValues | undefined,
    chain: Chain,
  ): Promise<WorkingRequest | undefined> {
    const beside = this.#parts.document.paths.get(operation.path) ?? []
    const writer =
      beside.find(({ method }) => method === 'PUT') ?? beside.find(({ method }) => method === 'POST')
    if (candidate === undefined || writer === undefined || writer === operation || chain.has(writer.id))
      return undefined
    const written = await this.find(phase, writer, new Set([...chain, writer.id]))
    if (written?.hasWorked !== true) return undefined
    if (written.exchange === undefined) await this.#try(phase, writer, written)
    const request = { values: { ...candidate, path: written.values.path }, boundTo: written.boundTo }
    const exchange = await this.#try(phase, operation, request)
    return exchange === undefined || exchange.response.status >= 300
      ? undefined
      : { ...request, hasWorked: true, exchange }
  }

  async #try(
    phase: PhaseName,
    operation: ApiOperation,
    request: BoundRequest,
  ): Promise<Exchange | undefined> {
    const sent = toWorkingCase(phase, operation, request)
    return sent === undefined ? undefined : this.#session.send(sent)
  }

  /** The last path parameter first, because a child determines its parent but not the reverse. */
  async #bind(phase: PhaseName, operation: ApiOperation, chain: Chain): Promise<readonly Bound[]> {
    const bound: Bound[] = []
    const bindings = this.#bindings(operation)
    for (const binding of [
      ...bindings.filter(isPath).toReversed(),
      ...bindings.filter((entry) => !isPath(entry)),
    ]) {
      const entry =
        this.#fromContext(binding, bound) ??
        this.#parts.pool.find(binding) ??
        (await this.#produce(phase, binding, chain))
      if (entry !== undefined) bound.push({ binding, entry })
    }
    return bound
  }

  #fromContext(binding: InputBinding, bound: readonly Bound[]): PooledValue | undefined {
    if (!isPath(binding)) return undefined
    const child = bound.find(
      ({ binding: { location }, entry }) => location === 'path' && Object.hasOwn(entry.context, binding.name),
    )
    const value = child?.entry.context[binding.name]
    return child === undefined || value === undefined ? undefined : { ...child.entry, value }
  }

  /** Creates another item with an operation, with other values if the server rejects duplicates. */
  async #make(phase: PhaseName, operation: ApiOperation, chain: Chain): Promise<void> {
    // The operation creates nothing any more; searching its inputs again would follow every path to it.
    if (this.#isGivenUp(phase, operation)) return
    const request = await this.find(phase, operation, chain)
    if (request?.hasWorked !== true || request.exchange !== undefined) return
    let last = await this.#try(phase, operation, request)
    for (let attempt = 1; attempt <= VARIATIONS && last?.response.status === 409; attempt += 1) {
      this.#variations += 1
      const values = this.vary(operation, request.values, `make ${this.#variations}`)
      last = await this.#try(phase, operation, { ...request, values })
    }
  }

  #isGivenUp(phase: PhaseName, { id }: ApiOperation): boolean {
    return !this.#recipes.has(id) && (this.#searches.get(`${phase} ${id}`) ?? 0) >= SEARCHES
  }

  /** A read may return more after a change. A creation that twice returned no id will not return one. */
  #isFruitless(place: string): boolean {
    return (
      this.#inVain.get(place) === this.#parts.pool.changes ||
      (this.#fruitless.get(place) ?? 0) >= MAKINGS_IN_VAIN
    )
  }

  async #produce(phase: PhaseName, binding: InputBinding, chain: Chain): Promise<PooledValue | undefined> {
    const { pool } = this.#parts
    for (const { operation, expression } of binding.producers) {
      const place = `${operation.id} ${expression}`
      if (chain.has(operation.id) || this.#isFruitless(place)) continue
      await this.#make(phase, operation, new Set([...chain, operation.id]))
      const made = pool.find(binding)
      if (made !== undefined) return made
      if (isSafeMethod(operation.method)) this.#inVain.set(place, pool.changes)
      else this.#fruitless.set(place, (this.#fruitless.get(place) ?? 0) + 1)
    }
    return undefined
  }
}

const valueAt = ({ body }: RequestValues, { name }: InputBinding): Json | undefined =>
  body === undefined || name.includes('*') ? undefined : findAt(body.value, name)
