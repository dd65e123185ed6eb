import { validValues } from '@contract-kit/json-schema'
import { sample } from 'fast-check'
import { type Json, type JsonObject, isObject, toObject } from '../documents/json.ts'
import { resolveObject, textOf } from './sample-document.ts'

/** One seed for all samples: the same document gives the same samples. */
const seed = 1

/**
 * The value that a sample shows for a parameter or a media type. It is the first that exists: its example, the example of
 * its schema, its default, its only value, or a small valid value. Returns undefined if none can be made.
 */
export function sampleValue(document: JsonObject, holder: JsonObject): Json | undefined {
  const example = explicitExample(document, holder)
  return example === undefined ? valueOfSchema(document, holder['schema']) : example
}

/** The value of `example`, or of the first of `examples`. */
export function explicitExample(document: JsonObject, holder: JsonObject): Json | undefined {
  if (holder['example'] !== undefined) return holder['example']
  const [first] = Object.values(toObject(holder['examples']))
  return first === undefined ? undefined : resolveObject(document, first)['value']
}

function valueOfSchema(document: JsonObject, schema: Json | undefined): Json | undefined {
  if (schema === undefined) return undefined
  return told(document, schema, 0) ?? generated(document, schema)
}

/** The value that the schema itself gives: examples at any depth, if all required parts have one. */
function told(document: JsonObject, schema: Json, depth: number): Json | undefined {
  const resolved = resolveObject(document, schema)
  const { example, examples, default: fallback, const: constant, enum: choices } = resolved
  const [known] = [
    example,
    ...(Array.isArray(examples) ? examples : []),
    fallback,
    constant,
    ...(Array.isArray(choices) ? choices : []),
  ].filter((value) => value !== undefined)
  if (known !== undefined || depth > 8) return known
  if (isObject(resolved['properties']) && !['allOf', 'anyOf', 'oneOf'].some((key) => key in resolved)) {
    return toldObject(document, resolved, depth)
  }
  return undefined
}

function toldObject(document: JsonObject, schema: JsonObject, depth: number): Json | undefined {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const entries = Object.entries(toObject(schema['properties'])).flatMap(([name, property]) => {
    if (resolveObject(document, property)['readOnly'] === true) return []
    const value = told(document, property, depth + 1)
    return value === undefined && !required.includes(name) ? [] : [[name, value] as const]
  })
  const complete = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return entries.length === 0 || complete.length < entries.length ? undefined : Object.fromEntries(complete)
}

/** The smallest of a few valid values, by the length of their JSON. */
function generated(document: JsonObject, schema: Json): Json | undefined {
  try {
    // The schema stands alone beside the components that it refers to.
    const place = { ...document, 'x-sample': schema }
    const dialect = textOf(document, 'openapi').startsWith('3.0') ? 'openapi-3.0' : '2020-12'
    const values = validValues(place, { dialect, pointer: '/x-sample', direction: 'request' })
    return sample(values, { seed, numRuns: 20 }).toSorted((one, other) => lengthOf(one) - lengthOf(other))[0]
  } catch {
    // No value exists, or the schema is outside of what can be generated: the sample does without.
    return undefined
  }
}

function lengthOf(value: Json): number {
  return JSON.stringify(value).length
}
