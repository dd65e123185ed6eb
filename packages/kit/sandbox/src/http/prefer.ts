import type { Json } from '@contract-kit/json-schema/json'
import {
  essenceOf,
  exampleValue,
  findResponse,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  type NamedExample,
} from '@contract-kit/openapi'
import { fitValue } from '../values/fit.ts'
import { type Call, Refusal, type Reply, textOf } from './call.ts'
import { chooseMedia, findSuccess } from './choose.ts'
import { type FaultName, faultNames } from './faults.ts'
import { fillHeaders } from './headers.ts'
import { concreteType, isJsonMedia, writeBody } from './represent.ts'

/** The preferences in the header `Prefer` of a request. */
export interface Wishes {
  /** `code=404`: the documented response of this status. */
  readonly code: number | undefined
  /** `example=empty`: the documented example of this name. */
  readonly example: string | undefined
  /** `delay=500`: milliseconds before processing. */
  readonly delayMs: number | undefined
  /** `fault=reset`: how the exchange is aborted. */
  readonly fault: FaultName | undefined
}

/** The maximum delay that a request may set. */
const maxDelayMs = 60_000

/** Reads the preferences of a request and ignores unknown ones (RFC 7240, 2). Throws a Refusal for an invalid one. */
export function readWishes(header: string | undefined): Wishes {
  const preferences = header === undefined ? new Map<string, string>() : parsePreferences(header)
  const fault = preferences.get('fault')
  if (fault !== undefined && !isFault(fault)) throw unavailable('fault', fault, faultNames)
  const code = readNumber(preferences, 'code', 599)
  return {
    code,
    example: preferences.get('example'),
    delayMs: readNumber(preferences, 'delay', maxDelayMs),
    fault,
  }
}

const isFault = (text: string): text is FaultName => faultNames.some((name) => name === text)

function readNumber(
  preferences: ReadonlyMap<string, string>,
  name: string,
  most: number,
): number | undefined {
  const text = preferences.get(name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    throw new Refusal(400, `Prefer: ${name} must be a whole number of at most ${most}`)
  return Number(text)
}

/** Names and values of preferences. Names ignore case; the first of a name wins (RFC 7240, 2). */
export function parsePreferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // A token with a value that is a token or quoted string. Parameters of a preference are ignored.
  const preference =
    /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,;"]*))?(?:"[^"]*"|[^,"])*/g
  for (const [, name = '', value = ''] of header.matchAll(preference)) {
    const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), text)
  }
  return found
}

/** The documented response that a request selects; undefined if it selects none. Throws a Refusal that lists the available ones. */
export function grantWish(
  operation: ApiOperation,
  { code, example: name }: Wishes,
  call: Call,
  { now, challenge }: { readonly now: number; readonly challenge: string },
): Reply | undefined {
  if (code === undefined && name === undefined) return undefined
  const { status, response } = findWished(operation, code, name)
  const authenticate = status === 401 ? { 'www-authenticate': challenge } : {}
  const applied = [
    code === undefined ? undefined : `code=${code}`,
    name === undefined ? undefined : `example=${name}`,
  ]
  const headers = {
    ...authenticate,
    ...fillHeaders(response, now, authenticate),
    'preference-applied': applied.filter((one) => one !== undefined).join(', '),
  }
  const media = response?.media.filter(
    ({ examples }) => name === undefined || examples.some((one) => one.name === name),
  )
  const [first] = media ?? []
  if (media === undefined || first === undefined || status === 204 || status === 304)
    return { status, headers }
  const chosen = chooseMedia(media, textOf(call.headers['accept'])) ?? first
  return { status, headers, mediaType: concreteType(chosen.contentType), body: bodyOf(chosen, name) }
}

function findWished(
  operation: ApiOperation,
  code: number | undefined,
  name: string | undefined,
): { readonly status: number; readonly response: ApiResponse | undefined } {
  if (code !== undefined) {
    const response = code < 200 ? undefined : findResponse(operation, code)
    if (response === undefined) throw unavailable('code', String(code), [...operation.responses.keys()])
    const names = examplesOf(response).map((one) => one.name)
    if (name !== undefined && !names.includes(name)) throw unavailable('example', name, names)
    return { status: code, response }
  }
  const success = findSuccess(operation, [200, 201, 202, 204])
  if (name === undefined || examplesOf(success.response).some((one) => one.name === name)) return success
  const response = [...operation.responses.values()].find((one) =>
    examplesOf(one).some((each) => each.name === name),
  )
  if (response === undefined) {
    const names = [...operation.responses.values()].flatMap((one) => examplesOf(one).map((each) => each.name))
    throw unavailable('example', name, names)
  }
  return { status: statusOf(response), response }
}

/** A concrete status for a range or default response. */
const statusOf = ({ status }: ApiResponse): number =>
  /^\d/.test(status) ? Number(status.replaceAll(/x/gi, '0')) : 500

const examplesOf = (response: ApiResponse | undefined): readonly NamedExample[] =>
  response?.media.flatMap(({ examples }) => examples) ?? []

const unavailable = (preference: string, wanted: string, available: readonly string[]): Refusal => {
  const list = available.length === 0 ? 'it has none' : `it has ${[...new Set(available)].join(', ')}`
  return new Refusal(400, `Prefer: the document has no ${preference} ${wanted} here; ${list}`)
}

/** The named example, else one that is valid, else a generated value with all properties. */
function bodyOf(media: ApiMedia, name: string | undefined): Json | string | Uint8Array {
  const { schema, contentType } = media
  const examples = media.examples.filter((one) => name === undefined || one.name === name)
  if (!isJsonMedia(essenceOf(contentType))) return writeBody(media, examples[0]?.value)
  if (schema === undefined) return examples[0]?.value ?? {}
  return fitValue(schema, exampleValue({ schema, examples }, 'response', true) ?? {})
}
