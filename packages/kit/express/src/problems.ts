import type { Request } from 'express'
import { error as validatorErrors } from 'express-openapi-validator'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { aborted, memberOf } from './body.ts'
import {
  below,
  isObject,
  type JsonObject,
  keysOf,
  locate,
  lookUp,
  type OpenApiDocument,
  type Operation,
} from './document.ts'
import { type Problem, RequestError } from './errors.ts'
import { isMultipart } from './media-types.ts'
import { SchemaSet } from './schemas.ts'

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
  explain: ExplainBody,
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
      const problems = found.map((problem) => toProblem(problem, names))
      const isOfVariants = problems.some(({ in: place, keyword }) => place === 'body' && isVariant(keyword))
      const explained = isOfVariants ? explain(operation, request) : []
      if (explained.length === 0) return validationError(problems)
      return validationError([...problems.filter(({ in: place }) => place !== 'body'), ...explained])
    }
    if (!isKnown) onUnsupported(error instanceof Error ? error : new Error(String(error)))
    isKnown = true
    return new RequestError('unsupported_operation', 'The operation is not supported')
  }
}

const isVariant = (keyword: string): boolean => keyword === 'oneOf' || keyword === 'anyOf'

/** The problems of a body, of each `oneOf` and `anyOf` in it by one member alone; none if they cannot be told. */
export type ExplainBody = (operation: Operation, request: Request) => readonly Problem[]

/**
 * Makes the function that finds the problems of a body again where the validator has listed those of every member of a composition.
 * Its errors do not say from which member they are.
 * @param isThorough Whether every problem of a request is reported, not only the first.
 */
export function createExplain(
  document: OpenApiDocument,
  isThorough: (request: Request) => boolean,
): ExplainBody {
  const judged = { absent: 'readOnly', byVariant: true } as const
  const sets = new Map<boolean, SchemaSet>()
  return ({ pointer, mediaTypes }, request) => {
    const type = mediaTypes.find((one) => memberOf(one) === typeOf(request))
    if (type === undefined) return []
    const allErrors = isThorough(request)
    const schemas = sets.get(allErrors) ?? new SchemaSet(document, { ...judged, allErrors })
    sets.set(allErrors, schemas)
    const body = locate(document, below(pointer, 'requestBody')).pointer
    const place = ['content', type, 'schema'].reduce(below, body)
    try {
      const errors = schemas.at(place)?.errorsOf(request.body) ?? []
      const ofType = new Set(errors.filter(isOfType).map(({ instancePath }) => instancePath))
      // A value of another type breaks other keywords too, which say nothing more.
      const telling = errors.filter((error) => isOfType(error) || !ofType.has(error.instancePath))
      return telling.map((error) => toBodyProblem(error, request.body as object))
    } catch {
      // A schema that Ajv alone cannot compile: the validator's own list has to do.
      return []
    }
  }
}

const isOfType = ({ keyword }: ErrorObject): boolean => keyword === 'type'

function toBodyProblem(
  { instancePath, keyword, message = 'must be valid', params, parentSchema }: ErrorObject,
  body: object,
): Problem {
  const { allowedValues } = params as { readonly allowedValues?: readonly unknown[] }
  const value = lookUp(body, instancePath)
  const excess = isObject(value) && keyword === 'not' ? namesIn(parentSchema?.[keyword]) : []
  const sent = excess.filter((name) => Object.hasOwn(value as JsonObject, name))
  // The validator lists the values too.
  const listed = allowedValues === undefined ? message : `${message}: ${allowedValues.join(', ')}`
  return {
    in: 'body',
    at: toPlace(keysOf(instancePath)),
    message: sent.length > 0 ? `must NOT have ${sent.join(', ')}` : listed,
    keyword,
  }
}

/** The properties that `not: { required: [name] }` forbids, alone or as one of several. */
function namesIn(not: unknown): readonly string[] {
  if (!isObject(not)) return []
  const { anyOf, required } = not
  if (Array.isArray(anyOf)) return anyOf.flatMap(namesIn)
  return Array.isArray(required) && required.length === 1 ? [String(required[0])] : []
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
  const [first = '', ...others] = inside
  const at = [names.get(`${place} ${first}`) ?? first, ...others]
  return { in: places[place] ?? 'body', at: toPlace(at), message, keyword }
}

/** `cards 0 quantity` becomes `cards[0].quantity`. */
const toPlace = (tokens: readonly string[]): string =>
  tokens
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('')
    .replace(/^\./, '')
