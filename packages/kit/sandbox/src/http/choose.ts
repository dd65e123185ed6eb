import {
  essenceOf,
  findResponse,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
} from '@contract-kit/openapi'
import { findJsonMedia } from '@contract-kit/resources/exchanges'
import { Refusal } from './call.ts'

/** Whether an operation documents one of some statuses, exactly, by a range or by `default`. */
export const hasResponse = (operation: ApiOperation, statuses: readonly number[]): boolean =>
  statuses.some((status) => findResponse(operation, status) !== undefined)

/** Whether an operation documents the response for a missing item. */
export const tellsAbsence = (operation: ApiOperation): boolean => hasResponse(operation, [404, 410])

/** The documented success response: the first of the wanted statuses, else the lowest 2xx, else the default. */
export function findSuccess(
  { responses }: ApiOperation,
  wanted: readonly number[],
): { readonly status: number; readonly response: ApiResponse | undefined } {
  for (const status of wanted) {
    const response = responses.get(String(status))
    if (response !== undefined) return { status, response }
  }
  const [first] = [...responses.values()]
    .filter(({ status }) => /^2\d\d$/.test(status))
    .toSorted((one, other) => Number(one.status) - Number(other.status))
  if (first !== undefined) return { status: Number(first.status), response: first }
  const family = responses.get('2XX') ?? responses.get('2xx') ?? responses.get('default')
  const redirect = [...responses.values()].find(({ status }) => /^3\d\d$/.test(status))
  if (family === undefined && redirect !== undefined)
    return { status: Number(redirect.status), response: redirect }
  return { status: wanted[0] ?? 200, response: family }
}

/** The media type that `Accept` allows (RFC 9110, 12.5.1); undefined if there is none. */
export function chooseMedia(media: readonly ApiMedia[], accept: string | undefined): ApiMedia | undefined {
  const preferred = [findJsonMedia(media), ...media].filter((one) => one !== undefined)
  if (accept === undefined || accept.trim() === '') return preferred[0]
  const ranges = accept.split(',').flatMap((text) => (text.trim() === '' ? [] : [toRange(text)]))
  const weighed = preferred.map((one) => ({ one, weight: weightFor(ranges, one.contentType) }))
  const best = Math.max(0, ...weighed.map(({ weight }) => weight))
  return best === 0 ? undefined : weighed.find(({ weight }) => weight === best)?.one
}

/**
 * Throws a Refusal (406) before any change if `Accept` allows no media type of a success response. Operations that do not document 406
 * ignore `Accept`, as RFC 9110, 12.5.1 permits.
 */
export function requireAcceptable(operation: ApiOperation, accept: string | undefined): void {
  if (accept === undefined || !operation.responses.has('406')) return
  const successes = [...operation.responses.values()].filter(({ status }) => status.startsWith('2'))
  const media = successes.flatMap((response) => response.media)
  if (media.length === 0 || successes.some((response) => response.media.length === 0)) return
  if (chooseMedia(media, accept) !== undefined) return
  const types = [...new Set(media.map(({ contentType }) => contentType))].join(', ')
  throw new Refusal(406, `Accept allows none of the media types of this response: ${types}`)
}

interface Range {
  readonly main: string
  readonly sub: string
  /** Parameters other than the weight, sorted. */
  readonly parameters: readonly string[]
  readonly weight: number
}

function toRange(text: string): Range {
  const [name = '', ...rest] = text.split(';').map((part) =>
    part
      .trim()
      .toLowerCase()
      .replaceAll(/\s*=\s*/g, '='),
  )
  const [main = '*', sub = '*'] = name.split('/')
  const weight = Number(rest.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
  const parameters = rest.filter((part) => part !== '' && !part.startsWith('q=')).toSorted()
  return { main, sub, parameters, weight: Number.isNaN(weight) ? 1 : Math.min(1, Math.max(0, weight)) }
}

/** The weight of the most specific matching range. */
function weightFor(ranges: readonly Range[], contentType: string): number {
  const [main = '', sub = ''] = essenceOf(contentType).split('/')
  const { parameters } = toRange(contentType)
  const matching = ranges.filter(
    (range) =>
      (range.main === '*' || main === '*' || range.main === main) &&
      (range.sub === '*' || sub === '*' || range.sub === sub) &&
      // A parameter that the document omits, such as a charset, excludes nothing.
      (parameters.length === 0 || range.parameters.every((one) => parameters.includes(one))),
  )
  const specific = (range: Range): number =>
    Number(range.main !== '*') * 100 + Number(range.sub !== '*') * 10 + range.parameters.length
  const [first] = matching.toSorted((one, other) => specific(other) - specific(one))
  return first?.weight ?? 0
}
