import type { Coverage, OperationCoverage, Share, SidedCoverage } from '../core/check-result.ts'
import type { Exchange } from '../core/exchange.ts'
import { appendTokens, isObject } from '@contract-kit/json-schema/json'
import {
  assertionKeywords,
  evaluate,
  keywordOf,
  placeOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { type ApiOperation, essenceOf } from '@contract-kit/openapi'

/** Counts the covered parts of the selected operations. */
export class CoverageTracker {
  readonly #trackers = new Map<string, OperationTracker>()

  constructor(operations: readonly ApiOperation[]) {
    for (const operation of operations) this.#trackers.set(operation.id, new OperationTracker(operation))
  }

  /** Records an exchange. If it was hindered before the API's own rules, only its status counts. */
  see(exchange: Exchange, isHindered = false): void {
    const { operation } = exchange.case
    if (isHindered) this.seeStatus(operation, exchange.response.status)
    else if (operation !== undefined) this.#trackers.get(operation.id)?.see(exchange)
  }

  /** Records only a status. */
  seeStatus(operation: ApiOperation | undefined, status: number): void {
    if (operation !== undefined) this.#trackers.get(operation.id)?.seeStatus(status)
  }

  /** Whether an operation has ever had a 2xx response. */
  hasSucceeded(operation: ApiOperation): boolean {
    return this.#trackers.get(operation.id)?.answered2xx ?? false
  }

  report(): Coverage {
    const byOperation = [...this.#trackers.values()].map((tracker) => tracker.report())
    return {
      operations: share(
        byOperation.map((operation) =>
          Object.keys(operation.statuses).some((status) => status.startsWith('2')),
        ),
      ),
      responses: share(
        byOperation.flatMap((operation) =>
          operation.documented.map((key) => !operation.unseen.includes(key)),
        ),
      ),
      parameters: share(byOperation.flatMap((operation) => operation.parameters.map(isTriedOnBothSides))),
      keywords: share(distinct(byOperation).map(isTriedOnBothSides)),
      examples: share(byOperation.flatMap((operation) => operation.examples.map((example) => example.sent))),
      byOperation,
    }
  }
}

/** Whether both valid and invalid requests tested it. */
export const isTriedOnBothSides = ({ valid, invalid }: SidedCoverage): boolean => valid > 0 && invalid > 0

/** A keyword of a shared schema counts once for all operations. */
const distinct = (operations: readonly OperationCoverage[]): SidedCoverage[] => {
  const all = new Map<string, SidedCoverage>()
  for (const keyword of operations.flatMap((operation) => operation.keywords)) {
    const before = all.get(keyword.pointer)
    all.set(keyword.pointer, {
      ...keyword,
      valid: keyword.valid + (before?.valid ?? 0),
      invalid: keyword.invalid + (before?.invalid ?? 0),
    })
  }
  return [...all.values()]
}

const share = (reached: readonly boolean[]): Share => {
  const count = reached.filter(Boolean).length
  return { reached: count, total: reached.length, share: reached.length === 0 ? 1 : count / reached.length }
}

interface Sides {
  readonly name: string
  readonly pointer: string
  valid: number
  invalid: number
}

/** Counts the requests and responses of one operation. */
class OperationTracker {
  readonly #operation: ApiOperation
  readonly #statuses = new Map<number, number>()
  readonly #parameters = new Map<string, Sides>()
  readonly #keywords = new Map<string, Sides>()
  readonly #examples = new Map<string, boolean>()
  #keywordsWithoutValidSide: number

  constructor(operation: ApiOperation) {
    this.#operation = operation
    for (const parameter of operation.parameters) {
      this.#parameters.set(`${parameter.in} ${parameter.name}`, {
        name: parameter.name,
        pointer: parameter.pointer,
        valid: 0,
        invalid: 0,
      })
      if (parameter.schema !== undefined) this.#addKeywords(parameter.schema)
    }
    for (const media of operation.body?.media ?? [])
      if (media.schema !== undefined) this.#addKeywords(media.schema)
    for (const { documentUri, pointer } of examplesOf(operation))
      this.#examples.set(`${documentUri}#${pointer}`, false)
    this.#keywordsWithoutValidSide = this.#keywords.size
  }

  /** Records an exchange. */
  see(exchange: Exchange): void {
    this.seeStatus(exchange.response.status)
    if (exchange.case.target.keyword === 'example') {
      const place = `${exchange.case.target.documentUri}#${exchange.case.target.pointer}`
      if (this.#examples.has(place)) this.#examples.set(place, true)
    }
    this.#seeParameters(exchange)
    for (const fault of exchange.verdict?.faults ?? [])
      this.#count(`${fault.documentUri}#${fault.pointer}`, 'invalid')
    if (exchange.verdict?.isValid === true && this.#keywordsWithoutValidSide > 0) this.#seeKept(exchange)
  }

  /** Counts a status. */
  seeStatus(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** The counts so far. */
  report(): OperationCoverage {
    const documented = [...this.#operation.responses.keys()]
    const seen = new Set(this.#statuses.keys().map((status) => String(status)))
    return {
      operationId: this.#operation.id,
      method: this.#operation.method,
      path: this.#operation.path,
      documented,
      statuses: Object.fromEntries(
        [...this.#statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => [String(status), count]),
      ),
      unseen: documented.filter((key) => !isSeen(key, seen, documented)),
      parameters: [...this.#parameters.values()].map(toSided),
      keywords: [...this.#keywords.values()].map(toSided),
      examples: [...this.#examples].map(([place, sent]) => ({
        pointer: place.slice(place.indexOf('#') + 1),
        sent,
      })),
    }
  }

  get answered2xx(): boolean {
    return this.#statuses.keys().some((status) => status >= 200 && status < 300)
  }

  #addKeywords(schema: SchemaNode): void {
    for (const { documentUri, pointer, keyword } of listKeywordPlaces(schema)) {
      this.#keywords.set(`${documentUri}#${pointer}`, { name: keyword, pointer, valid: 0, invalid: 0 })
    }
  }

  #seeParameters({ case: { values }, verdict }: Exchange): void {
    if (values === undefined || verdict === undefined) return
    const broken = new Set(verdict.faults.map((fault) => `${fault.location} ${fault.name}`))
    for (const { in: location, name } of this.#operation.parameters) {
      const place = `${location} ${name}`
      const sides = this.#parameters.get(place)
      if (sides === undefined) continue
      if (broken.has(place)) sides.invalid += 1
      else if (Object.hasOwn(values[location], name)) sides.valid += 1
    }
  }

  #seeKept({ case: { values } }: Exchange): void {
    if (values === undefined) return
    const onKeyword = (node: SchemaNode, keyword: string, held: boolean): void => {
      if (held) this.#count(`${node.documentUri}#${appendTokens(node.pointer, keyword)}`, 'valid')
    }
    for (const parameter of this.#operation.parameters) {
      const value = Object.hasOwn(values[parameter.in], parameter.name)
        ? values[parameter.in][parameter.name]
        : undefined
      if (value !== undefined && parameter.schema !== undefined)
        evaluate(parameter.schema, value, { direction: 'request', onKeyword })
    }
    const sentType = values.body?.contentType ?? ''
    const media = this.#operation.body?.media.find(
      (entry) => essenceOf(entry.contentType) === essenceOf(sentType),
    )
    if (values.body !== undefined && media?.schema !== undefined)
      evaluate(media.schema, values.body.value, { direction: 'request', onKeyword })
  }

  #count(place: string, side: 'valid' | 'invalid'): void {
    const sides = this.#keywords.get(place)
    if (sides === undefined) return
    if (side === 'valid' && sides.valid === 0) this.#keywordsWithoutValidSide -= 1
    sides[side] += 1
  }
}

const examplesOf = ({ parameters, body }: ApiOperation) => [
  ...parameters.flatMap((parameter) => parameter.examples),
  ...(body?.media ?? []).flatMap((media) => media.examples),
]

const toSided = ({ name, pointer, valid, invalid }: Sides): SidedCoverage => ({
  name,
  pointer,
  valid,
  invalid,
})

/** Whether a status was seen. A status without its own entry counts for a range or `default`. */
const isSeen = (key: string, seen: ReadonlySet<string>, documented: readonly string[]): boolean => {
  if (/^\d{3}$/.test(key)) return seen.has(key)
  const others = [...seen].filter((status) => !documented.includes(status))
  return key === 'default' ? others.length > 0 : others.some((status) => status.startsWith(key.slice(0, 1)))
}

/** A keyword that a value can satisfy or violate, and its position. */
interface KeywordPlace {
  readonly keyword: string
  readonly documentUri: string
  readonly pointer: string
}

/** Keywords that are tested; branches are not. */
const ASSERTIONS = [...assertionKeywords, 'contains', 'anyOf', 'oneOf', 'not']

const MAPS = ['properties', 'patternProperties', 'dependentSchemas']
const LISTS = ['allOf', 'prefixItems']
const SINGLES = ['items', 'additionalProperties', 'then', 'else']

/**
 * The keywords that requests can satisfy or violate, each place once, with references followed. Excludes branches of `anyOf` and `oneOf`: a
 * value that violates one of them violates the union, which is counted.
 */
const listKeywordPlaces = (root: SchemaNode): readonly KeywordPlace[] => {
  const places: KeywordPlace[] = []
  const visited = new Set<string>()
  const visit = (node: SchemaNode): void => {
    if (visited.has(placeOf(node)) || typeof node.schema === 'boolean') return
    visited.add(placeOf(node))
    for (const keyword of ASSERTIONS) {
      const value = keywordOf(node, keyword)
      if (value === undefined || value === false || keywordOf(node, 'readOnly') === true) continue
      places.push({ keyword, documentUri: node.documentUri, pointer: appendTokens(node.pointer, keyword) })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(root)
  return places
}

const childrenOf = (node: SchemaNode): SchemaNode[] => {
  const children: SchemaNode[] = []
  const reference = keywordOf(node, '$ref')
  if (typeof reference === 'string') children.push(node.set.resolve(node, reference))
  for (const keyword of MAPS) {
    const map = keywordOf(node, keyword)
    if (isObject(map)) for (const key of Object.keys(map)) children.push(node.set.child(node, keyword, key))
  }
  for (const keyword of LISTS) {
    const list = keywordOf(node, keyword)
    if (Array.isArray(list))
      list.forEach((_entry, index) => children.push(node.set.child(node, keyword, index)))
  }
  for (const keyword of SINGLES)
    if (isObject(keywordOf(node, keyword))) children.push(node.set.child(node, keyword))
  return children
}
