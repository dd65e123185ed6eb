import { equalJson, type Json, tryJson, writeJson } from '@contract-kit/json-schema/json'
import { evaluate, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { suggest } from '@contract-kit/json-schema/text'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { InputPlace } from '@contract-kit/resources'
import { deriveSeed } from '../core/case.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { changeAt, type RequestPlace, requestPlaces } from './request-places.ts'

/** A place in the requests of one operation, with its configured values. */
interface ConfiguredPlace {
  readonly place: RequestPlace
  readonly values: readonly Json[]
}

/** Configured values for places of requests. They override examples, generated values and ids from responses. */
export class ConfiguredValues {
  readonly #places: ReadonlyMap<ApiOperation, readonly ConfiguredPlace[]>
  readonly #seed: number

  constructor(places: ReadonlyMap<ApiOperation, readonly ConfiguredPlace[]>, seed: number) {
    this.#places = places
    this.#seed = seed
  }

  /** Whether a place has configured values. */
  isGiven(operation: ApiOperation, { location, name }: InputPlace): boolean {
    return (this.#places.get(operation) ?? []).some(
      ({ place }) => place.location === location && place.name === name,
    )
  }

  /**
   * A request with configured values: the one at `index` of several. Without `index`, the values vary between requests, and an existing one
   * stays.
   */
  apply(operation: ApiOperation, values: RequestValues, index?: number): RequestValues {
    const places = this.#places.get(operation) ?? []
    if (places.length === 0) return values
    const first = index ?? deriveSeed(this.#seed, 'configured', operation.id, writeJson(values))
    return places.reduce(
      (result, { place, values: given }) =>
        changeAt(operation, result, place, (before, nth) =>
          before !== undefined && given.some((value) => equalJson(value, before))
            ? before
            : given[(first + nth) % given.length],
        ),
      values,
    )
  }
}

/**
 * Reads configured values by the names of their places; the most specific name wins. Throws {@link ConfigurationError} for an unknown name,
 * and for a value that no place allows.
 */
export const readConfiguredValues = (
  document: ApiDocument,
  configured: Readonly<Record<string, readonly unknown[]>>,
  seed: number,
): ConfiguredValues => {
  const names = new Set(Object.keys(configured))
  const places = document.operations.flatMap((operation) =>
    requestPlaces(operation).map((place) => ({ operation, place })),
  )
  const given = new Map<ApiOperation, ConfiguredPlace[]>()
  for (const { operation, place } of names.size === 0 ? [] : places) {
    const name = place.keys.find((key) => names.has(key))
    const values = name === undefined ? [] : fitting(place, configured[name] as readonly Json[])
    if (values.length === 0) continue
    given.set(operation, [...(given.get(operation) ?? []), { place, values }])
  }
  for (const name of names) {
    const meant = places.filter(({ place }) => place.keys.includes(name)).map(({ place }) => place)
    const [first] = meant
    if (first === undefined)
      throw new ConfigurationError(
        `There are values for ${name}, but no request has such a parameter or property${suggest([...new Set(places.flatMap(({ place }) => place.keys))], name)}`,
      )
    for (const value of configured[name] as readonly Json[]) {
      if (meant.some((place) => fitting(place, [value]).length > 0)) continue
      throw new ConfigurationError(
        `The value ${writeJson(value)} for ${name} does not match its schema: ${reasonOf(first.schema, value)}.`,
      )
    }
  }
  return new ConfiguredValues(given, seed)
}

/** The values that a place allows. A text is converted to the number or boolean that it represents if required. */
const fitting = ({ schema }: RequestPlace, values: readonly Json[]): readonly Json[] =>
  values.flatMap((value) => {
    const spelled = typeof value === 'string' ? tryJson(value)?.value : undefined
    return [value, spelled]
      .filter((each) => each !== undefined)
      .filter((each) => schema === undefined || evaluate(schema, each, { direction: 'request' }).length === 0)
      .slice(0, 1)
  })

const reasonOf = (schema: SchemaNode | undefined, value: Json): string => {
  const [failure] = schema === undefined ? [] : evaluate(schema, value, { direction: 'request' })
  return `${failure?.instancePointer || 'it'} ${failure?.message ?? 'is not allowed'}`
}
