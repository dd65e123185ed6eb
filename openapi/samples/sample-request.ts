import type { Json } from '../scripts/publish.ts'
import { type ApiDocument, dereference, type OperationObject, type ParameterObject } from './api-document.ts'
import { firstSuccess } from './first-success.ts'
import { isConstant } from './is-constant.ts'
import { outcomePattern } from './outcome-pattern.ts'

type Values = Readonly<Record<string, string | number>>

/** The one request that the samples of an operation show: the one that gets its first successful example. */
export interface SampleRequest {
  readonly operationId: string
  /** In upper case. */
  readonly method: string
  /** With its parameters in braces. */
  readonly pathTemplate: string
  readonly baseUrl: string
  readonly access: OperationObject['x-access']
  readonly path: Values
  readonly query: Values
  /** Headers that belong to this operation alone. */
  readonly headers: Values
  readonly body: Readonly<Record<string, Json>> | undefined
  /** Inputs for which the contract knows one value only. */
  readonly constants: ReadonlySet<string>
  /** Whether the answer's header `authorization` is what the call is made for. */
  readonly issuesToken: boolean
  /** What to call the answer: a name, or a pattern that takes the one thing out of its wrapper. */
  readonly outcome: string
}

/** Puts the sample's request together from the examples of the contract; throws where one is missing. */
export function toSampleRequest(
  document: ApiDocument,
  pathTemplate: string,
  method: string,
  operation: OperationObject,
): SampleRequest {
  const { schema, recipe, issuesToken } = firstSuccess(document, operation)
  const resolve = (parameters: readonly ParameterObject[] = []): ParameterObject[] =>
    parameters.map((parameter) => dereference(document, parameter))
  const own = resolve(operation.parameters)
  const all = [...resolve(document.paths[pathTemplate]?.parameters), ...own]
  const required = all.filter((parameter) => parameter.required === true)
  const body = bodyOf(document, operation, recipe.request)
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    pathTemplate,
    baseUrl: document.servers[0]?.url ?? '',
    access: operation['x-access'],
    path: { ...examplesIn('path', required), ...recipe.path },
    query: { ...examplesIn('query', required), ...recipe.query },
    headers: examplesIn('header', own),
    body: body.value,
    constants: new Set([
      ...all.filter((parameter) => isConstant(document, parameter.schema ?? {})).map(({ name }) => name),
      ...body.constants,
    ]),
    issuesToken,
    outcome: outcomePattern(document, schema),
  }
}

function examplesIn(place: string, parameters: readonly ParameterObject[]): Values {
  const there = parameters.filter((parameter) => parameter.in === place)
  return Object.fromEntries(there.map(({ name, example = '' }) => [name, example]))
}

function bodyOf(document: ApiDocument, operation: OperationObject, request: string | null) {
  if (operation.requestBody === undefined || request === null) return { value: undefined, constants: [] }
  const { content } = dereference(document, operation.requestBody)
  const { schema = {}, examples } = content?.['application/json'] ?? {}
  const value = examples?.[request]?.value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error(`${operation.operationId} has no request example ${request}`)
  }
  const properties = Object.entries(dereference(document, schema).properties ?? {})
  const constants = properties.filter(([, property]) => isConstant(document, property))
  return { value, constants: constants.map(([name]) => name) }
}
