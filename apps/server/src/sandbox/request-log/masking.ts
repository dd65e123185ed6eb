import type { OpenApiDocument, Operation } from '@contract-kit/express'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import {
  credentialsOf,
  type HeaderLine,
  type IsShown,
  maskPath,
  maskQuery,
  maskRequestHeader,
  maskResponseHeader,
} from './masked-fields.ts'
import { holdsSecret, looksLikePin, looksSecret, mask, plainName, shortestRepeated } from './secrets.ts'
import { createShapes, isObject, type Shape } from './shapes.ts'

type Schemas = SandboxWire.components['schemas']
export type LoggedBody = Schemas['LoggedBody']
export type RequestExchange = Schemas['RequestExchange']

/** The most bytes of a captured body, and characters of a masked one. */
export const bodyLimit = 16 * 1024

/** A captured body. */
export interface SeenBody {
  /** The first bytes, at most `bodyLimit`. */
  readonly kept: Buffer
  /** The total number of bytes. */
  readonly bytes: number
}

/** A request and its response as they were sent. */
export interface SeenExchange {
  readonly operation: Operation | undefined
  /** Path without the query. */
  readonly path: string
  /** The query string without the `?`. */
  readonly query: string
  readonly status: number
  /** The application of the caller, if known. */
  readonly app: string | null
  readonly request: { readonly headers: readonly HeaderLine[]; readonly body: SeenBody | undefined }
  readonly response: { readonly headers: readonly HeaderLine[]; readonly body: SeenBody | undefined }
}

export type MaskedExchange = Pick<RequestExchange, 'path' | 'query' | 'request' | 'response'>

/**
 * Masks exchanges by their contract. A value is shown if the contract declares it at its place, does not mark it with
 * `x-sensitive`, and the value fits its declaration. All other values are masked. A free text is also masked if it looks like a
 * card number, a PIN or a token, or repeats a secret of the same exchange.
 * @param ownSecrets Secrets that are masked wherever they occur.
 */
export function createMasking(
  document: OpenApiDocument,
  ownSecrets: readonly string[],
): (seen: SeenExchange) => MaskedExchange {
  const shapes = createShapes(document)
  const own = ownSecrets.filter((secret) => secret !== '')

  return (seen) => {
    const { operation, response } = seen
    const request = { ...seen.request, headers: seen.request.headers.map(inLowerCase) }
    const secrets = [...own, ...credentialsOf(request.headers), ...credentialsOf(response.headers)]
    const isShown = (text: string): boolean => !looksSecret(text) && !holdsSecret(text, secrets)
    const wire = shapes.ofOperation(operation)
    const sent = maskBody(request.body, wire.requestBody, secrets, isShown)
    const received = maskBody(response.body, wire.responseBody(seen.status), secrets, isShown)
    // A secret of one body may occur in the other, so both are searched for the secrets of both.
    return {
      path: maskPath(seen.path, operation?.path, wire.parameter, isShown),
      query: maskQuery(seen.query, wire.parameter, isShown),
      request: {
        headers: request.headers.map((line) => maskRequestHeader(line, seen.app, wire.parameter, isShown)),
        body: sent && hideRepeated(sent, secrets, shapes.names),
      },
      response: {
        headers: response.headers.flatMap((line) =>
          maskResponseHeader(line, wire.responseHeader(seen.status), isShown),
        ),
        body: received && hideRepeated(received, secrets, shapes.names),
      },
    }
  }

  function maskBody(
    body: SeenBody | undefined,
    shape: Shape | undefined,
    secrets: string[],
    isShown: IsShown,
  ): LoggedBody | null {
    if (body === undefined || body.bytes === 0) return null
    const { bytes, kept } = body
    const text = kept.toString('utf8')
    const value = bytes > kept.length ? undefined : parse(text)
    if (value === undefined) return cut(bytes, false, maskText(text, shapes.names), bytes > kept.length)
    const masked = maskValue(value, shape, { secrets, isShown })
    return cut(bytes, true, JSON.stringify(masked), false)
  }
}

const inLowerCase = ([name, value]: HeaderLine): HeaderLine => [name.toLowerCase(), value]

/** Masks all values of a body if it still contains a secret of the exchange. */
function hideRepeated(body: LoggedBody, secrets: readonly string[], names: ReadonlySet<string>): LoggedBody {
  const isLeft = secrets.some(
    (secret) => secret.length >= shortestRepeated && body.text.includes(JSON.stringify(secret).slice(1, -1)),
  )
  return isLeft ? cut(body.bytes, false, maskText(body.text, names), body.isCut) : body
}

function cut(bytes: number, isJson: boolean, text: string, isCut: boolean): LoggedBody {
  if (text.length <= bodyLimit) return { bytes, isJson, isCut, text }
  // A slice would retain the whole text in memory.
  return { bytes, isJson: false, isCut: true, text: Buffer.from(text.slice(0, bodyLimit)).toString() }
}

/** Parses JSON; undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The deepest level to mask value by value. Deeper values are masked whole, to limit recursion. */
const deepest = 64

interface Walk {
  /** Collects the values that the contract marks as sensitive. */
  readonly secrets: string[]
  readonly isShown: IsShown
}

function maskValue(value: unknown, shape: Shape | undefined, walk: Walk, depth = 0): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value
  if (shape?.isSensitive === true || depth > deepest) {
    if (typeof value === 'string' || typeof value === 'number') walk.secrets.push(String(value))
    return mask
  }
  if (Array.isArray(value)) return value.map((item) => maskValue(item, shape?.items(), walk, depth + 1))
  if (isObject(value)) {
    const masked: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      const child = shape?.property(name)
      const isNamed = child !== undefined || (plainName.test(name) && walk.isShown(name))
      masked[isNamed ? name : mask] = maskValue(member, child, walk, depth + 1)
    }
    return masked
  }
  if (shape === undefined || !shape.fits(value)) return mask
  const isShown =
    typeof value === 'string'
      ? walk.isShown(value) && (shape.isPrecise || !looksLikePin(value))
      : typeof value === 'number' && Math.abs(value) < longestNumber
  return isShown ? value : mask
}

/** Amounts and ids are smaller; card and account numbers are not. */
const longestNumber = 1e9

/** A JSON string, even if unterminated; whitespace and punctuation of JSON; any other run of text. */
const textParts = /"(?:[^"\\]|\\.)*"?|[{}[\]:,\s]+|[^{}[\]:,\s"]+/gs
const literals = new Set(['true', 'false', 'null'])

/** Masks a text that is not JSON, or was cut off. Keeps its structure and the property names of the contract. */
function maskText(text: string, names: ReadonlySet<string>): string {
  return text.replace(textParts, (part) => {
    if (/^[{}[\]:,\s]/.test(part) || literals.has(part)) return part
    if (!part.startsWith('"')) return mask
    const isWhole = part.length > 1 && part.endsWith('"')
    return isWhole && names.has(part.slice(1, -1)) ? part : isWhole ? `"${mask}"` : `"${mask}`
  })
}
