import { equalJson, type Json, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiParameter } from '@contract-kit/openapi'
import type { InputBinding, ResourceGraph } from '@contract-kit/resources'
import type { Exchange } from '../core/exchange.ts'

/** A path parameter for which no operation provides a value. */
interface OpenPlace {
  /** The documented values: examples, default, constant, enum. */
  readonly documented: readonly Json[]
  /** Whether the document lists all values. */
  readonly isClosed: boolean
  /** The values of successful requests, in order of first success. */
  readonly worked: Json[]
  /** The values of requests that returned 404. */
  readonly failed: Set<string>
}

/**
 * Values of path parameters that no operation provides, such as the tenant in `/workspaces/{workspaceId}/boards`. Starts with documented
 * ones, and reuses those that succeeded.
 */
export class PathValues {
  readonly #graph: ResourceGraph
  readonly #places = new Map<string, OpenPlace>()

  constructor(document: ApiDocument, graph: ResourceGraph) {
    this.#graph = graph
    const parameters = document.operations.flatMap((operation) =>
      graph.bindings(operation).flatMap((binding) => {
        const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === binding.name)
        return isOpen(binding) && parameter !== undefined ? [{ key: keyOf(binding), parameter }] : []
      }),
    )
    for (const [key, same] of Map.groupBy(parameters, (entry) => entry.key))
      this.#places.set(key, toPlace(same.map(({ parameter }) => parameter)))
  }

  /** Learns from a response which values exist. A request that tests a path parameter does not count. */
  see({ case: { operation, values, target }, response: { status } }: Exchange): void {
    if (operation === undefined || values === undefined || target.location === 'path') return
    const isDone = status >= 200 && status < 300
    if (!isDone && status !== 404) return
    for (const binding of this.#graph.bindings(operation)) {
      const place = isOpen(binding) ? this.#places.get(keyOf(binding)) : undefined
      const value = values.path[binding.name]
      if (place === undefined || value === undefined) continue
      if (!isDone) place.failed.add(writeJson(value))
      else if (place.worked.length < KEPT && !place.worked.some((one) => equalJson(one, value)))
        place.worked.push(value)
    }
  }

  /** The value to use. Undefined if an operation provides it, if none is documented, or if any value is accepted. */
  find(binding: InputBinding): Json | undefined {
    const place = isOpen(binding) ? this.#places.get(keyOf(binding)) : undefined
    if (place === undefined) return undefined
    const { documented, isClosed, worked, failed } = place
    const isAny = worked.some((value) => !documented.some((one) => equalJson(one, value)))
    if (isAny || (isClosed && worked.length > 1)) return undefined
    return worked[0] ?? documented.find((value) => !failed.has(writeJson(value))) ?? documented[0]
  }
}

/** Number of accepted values to keep; two already show that there are several. */
const KEPT = 4

/** Whether no operation provides the value, and the client does not choose it by PUT either. */
const isOpen = ({ location, producers, resource }: InputBinding): boolean =>
  location === 'path' && producers.length === 0 && resource?.create === undefined

const keyOf = ({ resource, name }: InputBinding): string => resource?.key ?? name

const toPlace = (parameters: readonly ApiParameter[]): OpenPlace => {
  const documented = new Map(
    parameters.flatMap((parameter) =>
      documentedValues(parameter).map((value) => [writeJson(value), value] as const),
    ),
  )
  const isClosed = parameters.some(
    ({ schema }) => schema !== undefined && findKeyword(schema, 'enum') !== undefined,
  )
  return { documented: [...documented.values()], isClosed, worked: [], failed: new Set() }
}

/** The valid documented values of a parameter: examples, default, constant, enum. */
export const documentedValues = ({ examples, schema }: ApiParameter): readonly Json[] => {
  const named = examples.map(({ value }) => value)
  if (schema === undefined) return named
  const single = ['example', 'default', 'const'].flatMap((keyword) => findKeyword(schema, keyword) ?? [])
  const listed = ['examples', 'enum'].flatMap((keyword) => {
    const values = findKeyword(schema, keyword)
    return Array.isArray(values) ? values : []
  })
  return [...named, ...single, ...listed].filter((value) => isValid(schema, value, { direction: 'request' }))
}
