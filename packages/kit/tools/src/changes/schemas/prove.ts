import { writeJson } from '@contract-kit/json-schema/json'
import { createJudge, validValues, invalidValues, type Json as Value } from '@contract-kit/json-schema'
import { type Arbitrary, sample as takeSample } from 'fast-check'
import { type Json, type JsonObject, isObject } from '../../documents/json.ts'
import type { Side } from '../side.ts'
import { modernize, omit } from './read-schema.ts'

/** A schema, some of whose keywords are those of the other document. */
export interface MixedSchema {
  readonly side: Side
  readonly schema: JsonObject
  readonly other: Side
  readonly keywords: JsonObject
}

/** Values of each kind that are tried. */
const tries = 60
/** Trials are the same in each run. */
const seed = 20_261_125
/** Schemas that refer to more than this are not tried: their values take too long to make. */
const maximumReferences = 60

/**
 * Finds a value that the first schema allows and the second does not. It generates valid values of the first and nearly valid
 * values of the second. Returns undefined if it finds none, or if no value can be made.
 */
export function findExample(allowing: MixedSchema, excluding: MixedSchema): Value | undefined {
  try {
    const [allowed, excluded] = [toStandalone(allowing), toStandalone(excluding)]
    if (allowed === undefined || excluded === undefined) return undefined
    const judgeAllowed = createJudge(allowed)
    const judgeExcluded = createJudge(excluded)
    const candidates = [
      ...sample(() => validValues(allowed)),
      ...sample(() => invalidValues(excluded)).map(({ value }) => value),
    ].toSorted((one, other) => writeJson(one).length - writeJson(other).length)
    return candidates.find((value) => judgeExcluded(value).length > 0 && judgeAllowed(value).length === 0)
  } catch {
    // A schema that cannot be judged, such as one with a broken pattern, proves nothing.
    return undefined
  }
}

/** Values of an arbitrary; none where it cannot be made, as there is no value, or none that breaks one keyword alone. */
function sample<T>(create: () => Arbitrary<T>): readonly T[] {
  try {
    return takeSample(create(), { numRuns: tries, seed })
  } catch {
    return []
  }
}

/** The schema with everything that it refers to inside; undefined if that is too much. */
function toStandalone({ side, schema, other, keywords }: MixedSchema): JsonObject | undefined {
  const definitions: JsonObject = {}
  const own = rewrite(side, schema, definitions)
  const swapped = rewrite(other, keywords, definitions)
  if (Object.keys(definitions).length > maximumReferences) return undefined
  return { ...toSchema(own), ...toSchema(swapped), $defs: definitions }
}

const toSchema = (node: Json): JsonObject => (isObject(node) ? omit(node, ['$defs']) : {})

/** A copy of a schema in the spelling of JSON Schema 2020-12, whose references lead into `definitions`. */
function rewrite(side: Side, node: Json, definitions: JsonObject, isMap = false): Json {
  if (Array.isArray(node)) return node.map((item) => rewrite(side, item, definitions))
  if (!isObject(node)) return node
  const { $ref: reference, ...others } = side.isVersion30 && !isMap ? modernize(node) : node
  const entries = Object.entries(others).map(([key, value]) => {
    const isData = !isMap && data.has(key)
    return [key, isData ? value : rewrite(side, value, definitions, !isMap && maps.has(key))]
  })
  const copy: JsonObject = Object.fromEntries(entries)
  if (typeof reference !== 'string') return reference === undefined ? copy : { ...copy, $ref: reference }
  const name = `${side.name}${reference.replaceAll(/[#/~]+/g, '.')}`
  if (!Object.hasOwn(definitions, name) && Object.keys(definitions).length <= maximumReferences) {
    definitions[name] = true
    definitions[name] = rewrite(side, side.resolver.targetOf(reference) ?? true, definitions)
  }
  return { ...copy, $ref: `#/$defs/${name}` }
}

/** Keywords whose value has schemas by names, which are no keywords. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Keywords with values that are data. */
const data: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples', 'required'])
