import { isObject, type Json } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { singularize, wordsOf } from '@contract-kit/resources/words'
import type { Exchange } from '../core/exchange.ts'
import { type RequestPlace, requestPlaces, valuesAt } from './request-places.ts'

/** Statuses that do not depend on values: credentials, server state, method, media types or number of requests. */
const NOT_ABOUT_VALUES = new Set([401, 402, 403, 404, 405, 406, 409, 410, 411, 415, 428, 429])

/** Whether a response rejects the values of a request. */
export const isRejection = ({ response: { status } }: Exchange): boolean =>
  status >= 400 && status < 500 && !NOT_ABOUT_VALUES.has(status)

/** How clearly a response names a place, clearest first. */
const WAYS = ['name', 'value', 'words', 'part'] as const

type Way = (typeof WAYS)[number]

/**
 * The places that a rejection names, clearest first. A response may name a place directly (alone, in quotes, or at the end of a path), or
 * as a word of a sentence in any style. It may also quote the value, or contain all main words of the name.
 */
export const namedPlaces = (exchange: Exchange, least: Way = 'part'): readonly RequestPlace[] => {
  const { operation, values } = exchange.case
  if (operation === undefined || values === undefined) return []
  const texts = textsOf(exchange)
  const ways = WAYS.slice(0, WAYS.indexOf(least) + 1)
  return ways.flatMap((way) =>
    requestPlaces(operation).filter(
      (place) => ways.find((each) => isNamed(each, place, values, texts)) === way,
    ),
  )
}

/** Whether a rejection names a place in a way that is unlikely by chance. */
export const namesClearly = (exchange: Exchange, place: RequestPlace): boolean => {
  const texts = textsOf(exchange)
  const { values } = exchange.case
  return (
    values !== undefined && (['name', 'words'] as const).some((way) => isNamed(way, place, values, texts))
  )
}

const isNamed = (
  way: Way,
  place: RequestPlace,
  values: RequestValues,
  { sentences, names }: Texts,
): boolean => {
  const { field } = place
  const words = wordsOf(field)
  switch (way) {
    case 'name':
      return names.has(field.toLowerCase())
    case 'value':
      return valuesAt(values, place).some(
        (value) => typeof value === 'string' && value !== '' && names.has(value.toLowerCase()),
      )
    case 'words':
      return sentences.some((sentence) => holdsRun(sentence, words))
    case 'part': {
      const main = words.filter((word) => !FILLERS.has(word)).map(singularize)
      return (
        main.length > 0 &&
        sentences.some((sentence) =>
          main.every((word) => sentence.some((each) => singularize(each) === word)),
        )
      )
    }
  }
}

/** Words that sentences omit from names: `startsAt` is a start time. */
const FILLERS = new Set(['at', 'by', 'of', 'on', 'in', 'is', 'to', 'the', 'a', 'id', 'time', 'date'])

const holdsRun = (sentence: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 &&
  sentence.some((_word, index) => words.every((word, offset) => sentence[index + offset] === word))

interface Texts {
  /** The words of each text. */
  readonly sentences: readonly (readonly string[])[]
  /** Texts that are alone, in quotes, or at the end of a path, in lower case. */
  readonly names: ReadonlySet<string>
}

const known = new WeakMap<Exchange['response'], Texts>()

const textsOf = ({ response }: Exchange): Texts => {
  const texts = known.get(response) ?? readTexts(response)
  known.set(response, texts)
  return texts
}

/** The maximum length of a text; a longer one is a page and may contain any name. */
const LONGEST = 2_000

const readTexts = ({ json, text }: Exchange['response']): Texts => {
  const all = json === undefined ? [text.slice(0, LONGEST)] : textsIn(json)
  const names = all.flatMap((each) => [
    each.trim(),
    ...[...each.matchAll(/(["'`‘’“”])([^"'`‘’“”]{1,200})["'`‘’“”]/g)].map(([, , quoted = '']) => quoted),
    ...[...each.matchAll(/[\w-]+(?:[./][\w-]+|\[[\w-]*\])+/g)].map(([path]) => lastName(path)),
  ])
  return {
    sentences: all.map((each) => wordsOf(each)),
    names: new Set([...names, ...names.map(lastName)].map((name) => name.toLowerCase())),
  }
}

/** The last name in a path: `name` for `#/pet/name`, `pet.name` and `pet[name]`. */
const lastName = (path: string): string => path.split(/[./#[\]]+/).findLast((token) => token !== '') ?? ''

/** The texts of an error, and its inner member names: `{ errors: { name: ['is missing'] } }`. */
const textsIn = (json: Json, depth = 0): readonly string[] => {
  if (typeof json === 'string') return [json.slice(0, LONGEST)]
  if (Array.isArray(json)) return json.flatMap((item) => textsIn(item, depth))
  if (!isObject(json)) return []
  return Object.entries(json).flatMap(([name, value]) => [
    ...(depth > 0 && (typeof value === 'string' || Array.isArray(value)) ? [name] : []),
    ...textsIn(value, depth + 1),
  ])
}

/** The allowed values in a rejection: `must be one of: all, zone, record`. */
export const listedValues = ({ response: { json, text } }: Exchange): readonly string[] =>
  (json === undefined ? [text.slice(0, LONGEST)] : textsIn(json)).flatMap((each) => {
    const [, list = ''] =
      /\b(?:one of|options|choices|values|allowed|supported|expected)\b(.*)/is.exec(each) ?? []
    const items = (/[:[({](.*)/s.exec(list)?.[1] ?? list).split(/[,|]|\bor\b|\band\b/)
    return items
      .map((item) => item.replaceAll(/["'`[\](){}\s.]+/g, ' ').trim())
      .filter((item) => /^[\w-]{1,40}$/.test(item))
  })

/** A rejection as one line without request values, so that similar rejections are equal. */
export const kindOfRejection = ({ response, case: { values } }: Exchange): string => {
  const sent = values === undefined ? [] : textsOfValues(values).toSorted((a, b) => b.length - a.length)
  const text = sent.reduce((rest, each) => rest.replaceAll(each, '…'), response.text.slice(0, LONGEST))
  return `${response.status} ${text.replaceAll(/(["'`])\1/g, '$1…$1').replaceAll(/\d+/g, '0')}`
}

/** Minimum length; shorter texts occur in sentences by chance. */
const TELLING = 3

const textsOfValues = ({ path, query, header, cookie, body }: RequestValues): readonly string[] =>
  [path, query, header, cookie, body?.value ?? null]
    .flatMap((value) => leavesOf(value))
    .filter(({ length }) => length >= TELLING)

const leavesOf = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : []
}

/** Whether a request lacks a value at a place, in any object that may contain it. */
export const lacks = (values: RequestValues, place: RequestPlace): boolean =>
  valuesAt(values, place).includes(undefined)

/** An undocumented requirement, proven by a success with the value and a rejection without it. */
export interface Requirement {
  readonly operation: ApiOperation
  readonly place: RequestPlace
  /** The rejection of the same request without it. */
  readonly rejection: Exchange
}

/** The undocumented requirements of a server. */
export class Requirements {
  readonly #proven: Requirement[] = []
  readonly #contradicted = new Set<Requirement>()
  /** The first rejection explained by each requirement. */
  readonly #explained = new Map<Requirement, Exchange>()

  add(requirement: Requirement): void {
    const isKnown = this.of(requirement.operation).some(({ place }) => equalPlaces(place, requirement.place))
    if (!isKnown) this.#proven.push(requirement)
  }

  /** The requirements of an operation. */
  of(operation: ApiOperation): readonly Requirement[] {
    return this.#proven.filter((requirement) => requirement.operation === operation)
  }

  /** Whether a requirement explains a rejection. A success without the value disproves the requirement. */
  explains(exchange: Exchange): boolean {
    const { operation, values } = exchange.case
    if (operation === undefined || values === undefined || exchange.verdict?.isValid !== true) return false
    const absent = this.of(operation).filter(({ place }) => lacks(values, place))
    if (exchange.response.status < 300) for (const requirement of absent) this.#contradicted.add(requirement)
    const [first] = absent
    if (first === undefined || !isRejection(exchange)) return false
    if (!this.#explained.has(first)) this.#explained.set(first, exchange)
    return true
  }

  /** The requirements that no response contradicts. */
  get certain(): readonly Requirement[] {
    return this.#proven.filter((requirement) => !this.#contradicted.has(requirement))
  }

  /** Rejections that no requirement explains, because theirs was disproved later. */
  get unexplained(): readonly Exchange[] {
    return [...this.#contradicted].flatMap((requirement) => this.#explained.get(requirement) ?? [])
  }
}

const equalPlaces = (one: RequestPlace, other: RequestPlace): boolean =>
  one.location === other.location && one.name === other.name
