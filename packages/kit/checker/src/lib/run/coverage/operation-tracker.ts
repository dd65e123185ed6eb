import type { ApiOperation } from '../../document/api-document.ts'
import { evaluate } from '../../schema/evaluate.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { essenceOf } from '../../document/find-response.ts'
import type { Exchange } from '../exchange.ts'
import type { OperationCoverage, SidedCoverage } from './coverage.ts'
import { listKeywordPlaces } from './list-keyword-places.ts'

interface Sides {
  readonly name: string
  readonly pointer: string
  valid: number
  invalid: number
}

/** Counts what one operation has been asked and has answered. */
export class OperationTracker {
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

  /** Takes an exchange into account. */
  see(exchange: Exchange): void {
    const { status } = exchange.answer
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    if (exchange.case.target.keyword === 'example') {
      const place = `${exchange.case.target.documentUri}#${exchange.case.target.pointer}`
      if (this.#examples.has(place)) this.#examples.set(place, true)
    }
    this.#seeParameters(exchange)
    for (const fault of exchange.verdict?.faults ?? [])
      this.#count(`${fault.documentUri}#${fault.pointer}`, 'invalid')
    if (exchange.verdict?.isValid === true && this.#keywordsWithoutValidSide > 0) this.#seeKept(exchange)
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
    for (const [place, sides] of this.#parameters) {
      const [location = '', ...name] = place.split(' ')
      const sent = Object.hasOwn(values[location as 'query'], name.join(' '))
      if (broken.has(place)) sides.invalid += 1
      else if (sent) sides.valid += 1
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

/** A family or `default` is seen by any status that no entry of its own describes. */
const isSeen = (key: string, seen: ReadonlySet<string>, documented: readonly string[]): boolean => {
  if (/^\d{3}$/.test(key)) return seen.has(key)
  const others = [...seen].filter((status) => !documented.includes(status))
  return key === 'default' ? others.length > 0 : others.some((status) => status.startsWith(key.slice(0, 1)))
}
