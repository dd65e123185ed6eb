import type { Case, Exchange } from '../core/exchange.ts'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import { equalJson, findAt, type Json, writeJson } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { type InputBinding, type Producer, type ResourceGraph } from '@contract-kit/resources'
import { PathValues } from './path-values.ts'
import { evaluateExpressions } from '@contract-kit/resources/exchanges'

/** A value from a response, with the path of its request, which identifies the parent. */
export interface PooledValue {
  readonly value: Json
  readonly producer: Pick<Producer, 'expression'> & { readonly operationId: string }
  readonly context: Readonly<Record<string, Json>>
}

/** Number of values to keep per expression. */
const KEPT = 20

/** Number of creations to remember. */
const MADE = 2_000

/** The origin of documented values. */
const OF_THE_DOCUMENT = { operationId: 'document', expression: 'value' } as const

/** Values from responses for later requests. Ids of deleted items are removed. */
export class ValuePool {
  readonly #wanted = new Map<string, Set<string>>()
  readonly #graph: ResourceGraph
  readonly #values = new Map<string, PooledValue[]>()
  /** For each value from a creation: the creations that it required, then the creation itself. */
  readonly #makers = new Map<string, readonly Exchange[]>()
  readonly #pathValues: PathValues
  #changes = 0

  constructor(document: ApiDocument, graph: ResourceGraph) {
    this.#graph = graph
    this.#pathValues = new PathValues(document, graph)
    for (const { operation, expression } of document.operations.flatMap((consumer) =>
      graph.bindings(consumer).flatMap(({ producers }) => producers),
    )) {
      const expressions = this.#wanted.get(operation.id) ?? new Set()
      this.#wanted.set(operation.id, expressions.add(expression))
    }
  }

  /** Counts requests that may have changed the state of the server. If unchanged, another read is useless. */
  get changes(): number {
    return this.#changes
  }

  /** Adds the values of a successful response. A successful DELETE removes its ids. */
  remember(exchange: Exchange): void {
    const { operation, values, request } = exchange.case
    const { status } = exchange.response
    this.#pathValues.see(exchange)
    if (status < 200 || status >= 300) return
    if (!isSafeMethod(request.method)) this.#changes += 1
    if (operation === undefined) return
    if (operation.method === 'DELETE') return this.#bury(exchange)
    for (const expression of this.#wanted.get(operation.id) ?? []) {
      const place = `${operation.id} ${expression}`
      for (const value of evaluateExpressions(expression, exchange)) {
        if (value === null || typeof value === 'object') continue
        const others = (this.#values.get(place) ?? []).filter((entry) => !equalJson(entry.value, value))
        const entry: PooledValue = {
          value,
          producer: { operationId: operation.id, expression },
          context: values?.path ?? {},
        }
        this.#values.set(place, [...others, entry].slice(-KEPT))
        if (request.method === 'POST') this.#noteMaker(value, exchange)
      }
    }
  }

  /** The latest value for an input, by its most trusted producer. */
  find(binding: InputBinding): PooledValue | undefined {
    for (const { operation, expression } of binding.producers) {
      const newest = this.#values.get(`${operation.id} ${expression}`)?.at(-1)
      if (newest !== undefined) return newest
    }
    const value = this.#pathValues.find(binding)
    return value === undefined ? undefined : { value, producer: OF_THE_DOCUMENT, context: {} }
  }

  /**
   * The creations of the items in a case, each after its dependencies. Items that existed before, or that only other responses contain,
   * have none.
   */
  makersOf({ boundTo = {}, values }: Case): readonly Exchange[] {
    const makers = Object.keys(boundTo).flatMap((place) => {
      const [location = '', ...name] = place.split('.')
      const value =
        location === 'body'
          ? findAt(values?.body?.value ?? null, name.join('.'))
          : valuesIn(values, location)[name.join('.')]
      return (value !== undefined && this.#makers.get(textOf(value))) || []
    })
    return [...new Set(makers)]
  }

  /** Removes a value permanently, because its item is gone. */
  forget(value: Json): void {
    for (const [place, entries] of this.#values) this.#values.set(place, entries.filter((entry) => textOf(entry.value) !== textOf(value))) // prettier-ignore
  }

  clear(): void {
    this.#changes += 1
    this.#values.clear()
    this.#makers.clear()
  }

  /** Records the creation of a value. A request with the value in its path acts on an existing item. */
  #noteMaker(value: Json, exchange: Exchange): void {
    const key = textOf(value)
    const named = Object.values(exchange.case.values?.path ?? {})
    if (this.#makers.has(key) || named.some((id) => textOf(id) === key)) return
    this.#makers.set(key, [...this.makersOf(exchange.case), exchange])
    const [oldest] = this.#makers.keys()
    if (this.#makers.size > MADE && oldest !== undefined) this.#makers.delete(oldest)
  }

  #bury({ case: { operation, values } }: Exchange): void {
    if (operation === undefined || values === undefined) return
    const last = this.#graph.bindings(operation).findLast(({ location }) => location === 'path')
    const value = last === undefined ? undefined : values.path[last.name]
    if (value !== undefined) this.forget(value)
  }
}

/** An id as a text, because a number in a body is a text in a URL. */
const textOf = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))

const valuesIn = (values: Case['values'], location: string): Readonly<Record<string, Json>> =>
  location === 'path' || location === 'query' || location === 'header' || location === 'cookie'
    ? (values?.[location] ?? {})
    : {}
