import type { ReadResponse, Case, Exchange } from '../core/exchange.ts'
import { isSafeMethod, percentDecode, type WireRequest } from '@contract-kit/openapi/wire'
import { appendTokens, isObject, type Json, parsePointer, tryJson } from '@contract-kit/json-schema/json'

/** One request of a sequence, and its response, if any. */
export interface ScriptStep {
  readonly sent: Case
  /** The request as sent, including credentials. */
  readonly request: WireRequest
  readonly response: ReadResponse | undefined
}

/** The source of a value in a response: a JSON Pointer into the body, or a header name. For `location`, its last segment. */
export type GivenSource = { readonly pointer: string } | { readonly header: 'location' | 'etag' }

/** A text in a request: its place, and its origin if known. */
export interface Use {
  readonly text: string
  readonly name: string
  /** Whether the place holds an id: in the path, or filled from a response. */
  readonly isBound: boolean
  /** `createPet $response.body#/id` */
  readonly origin: string | undefined
}

/** Shorter texts may occur in later requests by chance, except in places filled from a response. */
const TELLING = 8

/** Replaces texts of a request that may come from earlier responses; undefined keeps a text. */
export const replaceTexts = (
  { sent: { path, boundTo = {} }, request }: ScriptStep,
  find: (use: Use) => string | undefined,
): WireRequest => {
  const [address = '', ...query] = request.target.split('?')
  const template = path.split('/')
  const segments = address.split('/')
  const isByTemplate = template.length === segments.length
  const newSegments = segments.map((segment, index) => {
    const name = /\{(.+?)\}/.exec(template[index] ?? '')?.[1]
    if (segment === '' || (isByTemplate && name === undefined)) return segment
    const origin = boundTo[`path.${name}`]
    return find({ text: percentDecode(segment), name: name ?? 'id', isBound: true, origin }) ?? segment
  })
  const pairs = query
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      const origin = boundTo[`query.${percentDecode(name)}`]
      const text = percentDecode(value)
      if (origin === undefined && text.length < TELLING) return pair
      const found = find({ text, name, isBound: origin !== undefined, origin })
      return found === undefined ? pair : `${name}=${found}`
    })
  return {
    ...request,
    target: `${newSegments.join('/')}${query.length === 0 ? '' : `?${pairs.join('&')}`}`,
    headers: request.headers.map(([name, value]) => [
      name,
      (/^if-(none-)?match$/.test(name)
        ? find({ text: value, name: 'etag', isBound: false, origin: undefined })
        : undefined) ?? value,
    ]),
    body: typeof request.body === 'string' ? replaceInBody(request.body, boundTo, find) : request.body,
  }
}

const replaceInBody = (
  body: string,
  boundTo: Readonly<Record<string, string>>,
  find: (use: Use) => string | undefined,
): string => {
  const value = tryJson(body)?.value
  if (value === undefined) return body
  const marks = new Map<string, string>()
  for (const { pointer, text, isText } of leavesOf(value, '')) {
    const origin = boundTo[`body.${pointer}`]
    if (origin === undefined && (text.length < TELLING || !isText)) continue
    const name = parsePointer(pointer).findLast((token) => !/^\d+$/.test(token)) ?? 'value'
    const found = find({ text, name, isBound: origin !== undefined, origin })
    if (found !== undefined) marks.set(isText ? JSON.stringify(text) : text, isText ? `"${found}"` : found)
  }
  return body.replaceAll(VALUE, (literal) => marks.get(literal) ?? literal)
}

/** A JSON string or number, or a member name with its colon. */
const VALUE = /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*/g

interface Giver {
  readonly step: number
  readonly source: GivenSource
}

/** The response that provided a text: the first of {@link findGivers}. */
export const findGiver = (use: Use, earlier: readonly ScriptStep[]): Giver | undefined =>
  findGivers(use, earlier)[0]

/** The responses that provided a text, which no request had sent before: those used by the run, else all that contain it. */
const findGivers = (use: Use, earlier: readonly ScriptStep[]): readonly Giver[] => {
  const end = use.origin?.includes('$response')
    ? -1
    : earlier.findIndex(({ request }) => textsOf(request).includes(use.text))
  const givers = earlier.slice(0, end === -1 ? earlier.length : end).flatMap(({ response }, step) => {
    const source = response && findSource(use, response)
    return source === undefined ? [] : [{ step, source }]
  })
  const origins = givers.filter(({ step }) => use.origin?.startsWith(`${earlier[step]?.sent.operation?.id} `))
  return origins.length > 0 ? origins : givers
}

/**
 * The earlier exchanges that a request depends on: their responses provided its values, or they created items with client-chosen ids.
 * Prefers exchanges that are kept anyway.
 */
export const givenBy = (
  exchange: Exchange,
  earlier: readonly Exchange[],
  kept: ReadonlySet<Exchange>,
): ReadonlySet<Exchange> => {
  const done = earlier.filter(({ response }) => response.status < 400)
  const steps = done.map(toStep)
  const found = new Set<Exchange>()
  replaceTexts(toStep(exchange), (use) => {
    const givers = findGivers(use, steps).flatMap(({ step }) => done[step] ?? [])
    const maker = done.find(
      ({ case: { request } }) => !isSafeMethod(request.method) && textsOf(request).includes(use.text),
    )
    const needed = givers.find((giver) => kept.has(giver)) ?? givers[0] ?? (use.isBound ? maker : undefined)
    if (needed !== undefined) found.add(needed)
    return undefined
  })
  return found
}

/** The ids in a request: those in its path, else those from other responses. */
export const namedIds = (exchange: Exchange): readonly string[] => {
  const { path, request } = exchange.case
  const segments = (request.target.split('?')[0] ?? '').split('/')
  const inPath = path
    .split('/')
    .flatMap((part, index) => (part.includes('{') ? [percentDecode(segments[index] ?? '')] : []))
  if (inPath.length > 0) return inPath
  const given: string[] = []
  replaceTexts(toStep(exchange), ({ text, isBound }) => {
    if (isBound) given.push(text)
    return undefined
  })
  return given
}

const toStep = ({ case: sent, response }: Exchange): ScriptStep => ({
  sent,
  request: sent.request,
  response,
})

/** Whether two responses contain the same id. */
export const showSameId = (one: Exchange, other: Exchange): boolean => {
  const ids = idsOf(one)
  return idsOf(other).some((id) => ids.includes(id))
}

const idsOf = ({ response: { json } }: Exchange): readonly string[] =>
  leavesOf(json, '').flatMap(({ pointer, text }) => (ID.test(pointer) ? [text] : []))

/** Texts of this length rarely occur in two places by chance. */
const UNIQUE = 20

/** The end of a pointer whose value is likely an identifier. */
const ID = /(?:id|key|number|code|token|cursor|next)$/i

const findSource = ({ text, isBound, origin }: Use, response: ReadResponse): GivenSource | undefined => {
  const leaves = leavesOf(response.json, '').filter(
    (leaf) => leaf.text === text && (isBound || text.length >= UNIQUE || ID.test(leaf.pointer)),
  )
  const leaf =
    leaves.find(({ pointer }) => origin?.endsWith(`#${pointer}`)) ??
    leaves.find(({ pointer }) => ID.test(pointer)) ??
    leaves[0]
  if (leaf !== undefined) return { pointer: leaf.pointer }
  if (response.header('etag') === text) return { header: 'etag' }
  const segment = response.header('location')?.split('/').at(-1)
  return segment !== undefined && percentDecode(segment) === text ? { header: 'location' } : undefined
}

/** Path segments and body texts of a request, before they became variables. */
const textsOf = ({ target, body }: WireRequest): readonly string[] => [
  ...(target.split('?')[0] ?? '').split('/').map(percentDecode),
  ...leavesOf(typeof body === 'string' ? tryJson(body)?.value : undefined, '').map(({ text }) => text),
]

interface Leaf {
  readonly pointer: string
  readonly text: string
  readonly isText: boolean
}

const leavesOf = (value: Json | undefined, pointer: string): readonly Leaf[] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, appendTokens(pointer, index)))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => leavesOf(member, appendTokens(pointer, name)))
  if (value === undefined || value === null || typeof value === 'boolean' || value === '') return []
  return [{ pointer, text: String(value), isText: typeof value === 'string' }]
}
