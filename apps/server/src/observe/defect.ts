import dns from 'node:dns'
import { getSystemErrorMap } from 'node:util'

/** A class of errors. */
export type ErrorClass = abstract new (...args: never[]) => Error

/** An error as a log shows it: nothing that a client sent or the database holds. */
export interface LoggedError {
  /** The name of its class, or the type of a thrown value that is not an error. */
  readonly error: string
  /** For example `ECONNREFUSED`, or the SQLSTATE of a database. */
  readonly code?: string
  readonly message: string
  /** Functions and places of the stack, without the lines of the message. */
  readonly frames: readonly string[]
}

/** Causes beyond this many are left out; a chain may be a circle. */
const mostCauses = 5

/** Describes an error and its causes, the error itself first. Messages are redacted unless a class of `ownErrors` wrote them. */
export function describeDefect(
  error: unknown,
  ownErrors: readonly ErrorClass[] = [],
): readonly [LoggedError, ...LoggedError[]] {
  const causes: LoggedError[] = []
  let cause = causeOf(error)
  while (cause !== undefined && causes.length < mostCauses) {
    causes.push(describeError(cause, ownErrors))
    cause = causeOf(cause)
  }
  return [describeError(error, ownErrors), ...causes]
}

/** One line about an error and its causes, redacted as in the log. */
export function summarizeDefect(error: unknown): string {
  return describeDefect(error)
    .map(({ error: name, code, message }) => [name, code, message].filter(Boolean).join(': '))
    .join(', caused by ')
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? undefined) : undefined)

function describeError(error: unknown, ownErrors: readonly ErrorClass[]): LoggedError {
  // Anything else that is thrown is a value, and may be one of a client.
  if (!(error instanceof Error)) return { error: typeof error, message: '', frames: [] }
  const code = codeOf(error)
  const isOwn = ownErrors.some((own) => error instanceof own)
  return {
    error: /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : 'Error',
    ...(code === undefined ? {} : { code }),
    message: isOwn ? error.message : redactMessage(error.message),
    frames: framesOf(error),
  }
}

/** Codes of the system and of name lookups, such as `ECONNREFUSED`, and those of TLS that a provider's certificate causes. */
const knownCodes: ReadonlySet<string> = new Set([
  ...Array.from(getSystemErrorMap().values(), ([name]) => name),
  ...Object.values(dns).filter((value) => typeof value === 'string'),
  'ABORT_ERR',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The code of an error of Node or of a database. Any other may be a value. */
function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return undefined
  const isKnown = knownCodes.has(code) || /^(?:UND_)?ERR_[A-Z\d_]{1,40}$/.test(code)
  return isKnown || (isDatabaseError(error) && /^[\dA-Z]{5}$/.test(code)) ? code : undefined
}

/** Whether an error is one of PostgreSQL, by the fields that its protocol gives every error. */
const isDatabaseError = (error: Error): boolean =>
  'severity' in error && 'routine' in error && error.constructor.name === 'DatabaseError'

/** The frames of a stack. A message may hold lines that look like frames, so it is cut off first. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message)
  // A message that was changed later stands in the stack as it was first, and its end is unknown.
  if (start === -1) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
}

/** Stands for everything that is left out. */
const omitted = '…'

const mostCharacters = 500

/**
 * Keeps the words of a message that its author probably wrote, and omits words that may be data. It omits:
 *
 * - every line but the first
 * - the text from the first quotation mark to the last
 * - the text behind the first colon, or behind a word such as `password`
 * - every word that is not plain lower-case letters, such as names, numbers, addresses, ids and tokens
 *
 * The first word may begin with a capital. `relation "orders" does not exist` becomes `relation … does not exist`.
 */
export function redactMessage(message: string): string {
  const [line = ''] = message.slice(0, mostCharacters).split('\n', 1)
  const words = omitBehindColon(omitQuoted(line, line.length < message.length))
    .split(/\s/)
    .filter(Boolean)
  const secret = words.findIndex(namesSecret)
  const kept = words.map((word, index) =>
    isPlain(word, index === 0) && (secret === -1 || index <= secret) ? word : omitted,
  )
  // One sign for several words in a row: even how many there were may tell something.
  return kept.filter((word, index) => word !== omitted || kept[index - 1] !== omitted).join(' ')
}

function omitQuoted(text: string, isCut: boolean): string {
  const marks = Array.from(text.matchAll(/["'`“”‘’«»]/g), ({ index }) => index)
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined) return text
  // The last mark may open a quotation whose end was cut off or never written.
  const isClosed = !isCut && marks.length % 2 === 0
  return `${text.slice(0, first)} ${omitted} ${isClosed ? text.slice(last + 1) : ''}`
}

function omitBehindColon(text: string): string {
  const colon = text.indexOf(':')
  return colon === -1 ? text : `${text.slice(0, colon)} ${omitted}`
}

/** Words that a secret may follow. */
const secretNames = [
  'authorization',
  'bearer',
  'code',
  'cookie',
  'credential',
  'cvc',
  'cvv',
  'key',
  'number',
  'passcode',
  'passphrase',
  'password',
  'passwd',
  'pin',
  'secret',
  'serial',
  'signature',
  'token',
]

/** Whether a word names a secret, alone or as the end of another: `password`, `Tokens`, `cardPin`, `api_key=`. */
const namesSecret = (word: string): boolean =>
  (word.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).some((part) => {
    const name = part.toLowerCase()
    return secretNames.some((secret) => name.endsWith(secret) || name.endsWith(`${secret}s`))
  })

const isPlain = (word: string, isFirst: boolean): boolean =>
  (isFirst ? /^[A-Za-z][a-z]{0,15}[,.;]?$/ : /^[a-z]{1,16}[,.;]?$/).test(word)
