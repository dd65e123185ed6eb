import type { Request } from 'express'
import { error as validatorErrors } from 'express-openapi-validator'
import { aborted } from './body.ts'
import { keysOf, type Operation } from './document.ts'
import { type Problem, RequestError } from './errors.ts'
import { isMultipart } from './media-types.ts'

/** The most problems in one error. */
const maxProblems = 20

/** Makes one error of several problems: each once, path parameters first. */
export function validationError(problems: readonly Problem[]): RequestError {
  // Problems of the path come before problems of the content.
  const ordered = problems.toSorted((one, other) => Number(other.in === 'path') - Number(one.in === 'path'))
  const unique = new Map(
    ordered.map((problem) => [`${problem.in} ${problem.at} ${problem.message}`, problem]),
  )
  return new RequestError('validation_failed', 'Request does not match the document', {
    problems: [...unique.values()].slice(0, maxProblems),
  })
}

/**
 * Makes the translation of the validator's errors into request errors. An error that is not the fault of the request means that
 * the validator does not support the operation. `onUnsupported` is then called once.
 */
export function createTranslate(
  operation: Operation,
  pathNames: ReadonlyMap<string, string>,
  onUnsupported: (reason: Error) => void,
): (error: unknown, request: Request) => RequestError {
  const names = namesByPlace(operation, pathNames)
  let isKnown = false
  return (error, request) => {
    if (error instanceof validatorErrors.UnsupportedMediaType)
      return new RequestError('unsupported_media_type', error.message)
    if (error instanceof validatorErrors.NotFound) return new RequestError('not_found', 'Not found')
    if (error instanceof validatorErrors.RequestEntityTooLarge)
      return new RequestError('body_too_large', 'Request body is too large')
    if (error instanceof validatorErrors.InternalServerError && isMultipart(typeOf(request))) {
      const message = `Request body is not a valid form: ${error.message}`
      return request.complete ? new RequestError('malformed_body', message) : aborted()
    }
    if (error instanceof validatorErrors.BadRequest) {
      const found: readonly ValidatorProblem[] = error.errors.length > 0 ? error.errors : [error]
      return validationError(found.map((problem) => toProblem(problem, names)))
    }
    if (!isKnown) onUnsupported(error instanceof Error ? error : new Error(String(error)))
    isKnown = true
    return new RequestError('unsupported_operation', 'The operation is not supported')
  }
}

const errorsOfRequests = [
  validatorErrors.UnsupportedMediaType,
  validatorErrors.NotFound,
  validatorErrors.RequestEntityTooLarge,
  validatorErrors.InternalServerError,
  validatorErrors.BadRequest,
]

/** Whether the validator has judged a request, not failed at its document. */
export const isOfRequest = (error: unknown): boolean => errorsOfRequests.some((kind) => error instanceof kind)

interface ValidatorProblem {
  readonly path?: string
  readonly message?: string
  readonly errorCode?: string
}

/** Declared names of parameters by the place and the name that the validator gives them. */
const namesByPlace = (
  { parameters }: Operation,
  pathNames: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map([
    ...Array.from(pathNames, ([alias, name]) => [`params ${alias}`, name] as const),
    ...parameters
      .filter((one) => one.in === 'header')
      .map(({ name }) => [`headers ${name.toLowerCase()}`, name] as const),
  ])

const typeOf = ({ headers }: Request): string => headers['content-type'] ?? ''

const places: Readonly<Record<string, Problem['in']>> = {
  params: 'path',
  query: 'query',
  headers: 'header',
  cookies: 'cookie',
}

/** Keywords whose place ends with the member that is missing or too much; the message names the former. */
const memberKeywords = new Set([
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentRequired',
])

function toProblem(
  { path = '', message = '', errorCode = '' }: ValidatorProblem,
  names: ReadonlyMap<string, string>,
): Problem {
  const [place = '', ...rest] = keysOf(path)
  const keyword = errorCode.replace(/\.openapi\.validation$/, '').replace(/^x-eov-/, '')
  const inside = memberKeywords.has(keyword) ? rest.slice(0, -1) : rest
  const [first = '', ...below] = inside
  const at = [names.get(`${place} ${first}`) ?? first, ...below]
  return { in: places[place] ?? 'body', at: toPlace(at), message, keyword }
}

/** `cards 0 quantity` becomes `cards[0].quantity`. */
const toPlace = (tokens: readonly string[]): string =>
  tokens
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('')
    .replace(/^\./, '')
