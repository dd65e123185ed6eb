import { isObject, type Json } from '@contract-kit/json-schema/json'
import type { NamedExample } from '@contract-kit/openapi'
import { wordsOf } from '@contract-kit/resources/words'

/** One violation of the document by a request. */
export interface ErrorProblem {
  readonly in: string
  /** The location in a caller's notation: `cards[0].quantity`. */
  readonly at: string
  readonly message: string
  readonly keyword: string
}

/** The facts available to an error body. */
export interface ErrorFacts {
  readonly message: string
  /** For example `not_found`. */
  readonly code: string
  readonly path: string
  readonly now: number
  readonly headers?: Readonly<Record<string, string>>
  readonly problems?: readonly ErrorProblem[]
}

/** Words that documents use for a status in codes, enum values and example names. */
const words: Readonly<Record<number, readonly string[]>> = {
  400: ['bad', 'invalid', 'validation', 'malformed', 'parameter', 'argument', 'input'],
  401: ['unauthorized', 'unauthenticated', 'authentication', 'token', 'credentials', 'auth'],
  403: ['forbidden', 'permission', 'denied', 'scope', 'access', 'authorization'],
  404: ['found', 'missing', 'unknown', 'exist'],
  405: ['method', 'allowed'],
  406: ['acceptable', 'accept'],
  409: ['conflict', 'exists', 'duplicate', 'already', 'state', 'taken'],
  410: ['gone', 'deleted', 'expired'],
  412: ['precondition', 'version', 'stale', 'modified', 'changed'],
  413: ['large', 'payload', 'size', 'limit'],
  415: ['unsupported', 'media', 'type', 'content'],
  422: ['unprocessable', 'validation', 'invalid', 'entity'],
  428: ['precondition', 'required'],
  429: ['rate', 'limit', 'many', 'requests', 'throttled'],
  500: ['internal', 'server', 'unexpected'],
}

/** Enum values for any error, used if none is more specific. */
const anyError = ['error', 'fail', 'failed', 'failure', 'client', 'request', 'api']

/** The enum value that best describes the error; undefined if none does. */
export function chooseWord(
  choices: readonly Json[],
  { code, problems }: Pick<ErrorFacts, 'code' | 'problems'>,
  status: number,
): string | undefined {
  const texts = choices.filter((choice) => typeof choice === 'string')
  const scored = texts.map((text) => ({ text, score: scoreOf(wordsOf(text), code, status) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best > 0) return scored.find(({ score }) => score === best)?.text
  const general = problems === undefined || problems.length === 0 ? anyError : ['fail', ...anyError]
  return general.flatMap((word) => texts.find((text) => wordsOf(text).includes(word)) ?? [])[0]
}

/** The example that best describes the error, by its name and codes; the first if none does. */
export function chooseExample(
  examples: readonly NamedExample[],
  { code }: Pick<ErrorFacts, 'code'>,
  status: number,
): NamedExample | undefined {
  const scored = examples.map((example) => {
    const terms = [...wordsOf(example.name), ...codesIn(example.value, 0).flatMap(wordsOf)]
    return { example, score: scoreOf(terms, code, status) }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return scored.find(({ score }) => score === best)?.example
}

/** How well the codes of an error match. */
export const closenessOf = (error: Json, { code }: Pick<ErrorFacts, 'code'>, status: number): number =>
  scoreOf(codesIn(error, 0).flatMap(wordsOf), code, status)

/** Texts of an error that are not sentences. */
function codesIn(value: Json, depth: number): readonly string[] {
  if (typeof value === 'string') return /^[\w.:/-]{1,80}$/.test(value) ? [value] : []
  if (depth > 2 || !isObject(value)) return []
  return Object.values(value).flatMap((part) => codesIn(part, depth + 1))
}

/** Words that occur in codes of any meaning. */
const commonplace = new Set([
  'failed',
  'failure',
  'error',
  'exception',
  'request',
  'not',
  'is',
  'must',
  'the',
])

/** Scores words against an error. Words of its code count twice; superfluous ones subtract a little. */
function scoreOf(terms: readonly string[], code: string, status: number): number {
  const wanted = wordsOf(code).filter((word) => !commonplace.has(word))
  const exact = wanted.filter((word) => terms.includes(word)).length
  const near = (words[status] ?? []).filter((word) => terms.includes(word)).length
  const score = exact * 2 + near
  return score === 0 ? 0 : score - terms.length / 100
}

/** The usual spellings of a code: `not_found`, `NOT_FOUND`, `not-found`, `NotFound`, `notFound`. */
export function spellingsOf(code: string): readonly string[] {
  const parts = wordsOf(code)
  const pascal = parts.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return [
    code,
    parts.join('_').toUpperCase(),
    parts.join('-'),
    pascal,
    pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    parts.join('_'),
    parts.join(' '),
  ]
}
