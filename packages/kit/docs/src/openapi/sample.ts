import { followReference, isObject, type JsonObject, referenceOf, toList, toObject, toText } from './json.ts'

/** Levels of a sample: below them are only members that the schema requires. */
const fullDepth = 3
const mostDepth = 8

/**
 * A value that a schema allows, for a document without an example. It uses the schema's examples, defaults and choices, and
 * plain values otherwise. Members that only responses have are left out.
 */
export function toSample(document: unknown, declared: unknown, seen: readonly string[] = []): unknown {
  const reference = referenceOf(declared)
  const path = reference === '' ? seen : [...seen, reference]
  const schema = followReference(document, declared)
  const given = findGiven(schema)
  if (given !== undefined) return given
  const parts = toList(schema['allOf'])
  const branch = toList(schema['oneOf'])[0] ?? toList(schema['anyOf'])[0]
  if (parts.length > 0) {
    const values = [...parts, { ...schema, allOf: [] }].map((part) => toSample(document, part, path))
    return values.every((value) => value === null || isObject(value))
      ? Object.assign({}, ...values)
      : values[0]
  }
  if (branch !== undefined) {
    const value = toSample(document, branch, path)
    return isObject(value) ? { ...toObject(sampleObject(document, schema, path)), ...value } : value
  }
  const types = typeof schema['type'] === 'string' ? [schema['type']] : toList(schema['type']).map(toText)
  switch (types[0] ?? (isObject(schema['properties']) ? 'object' : '')) {
    case 'object':
      return sampleObject(document, schema, path)
    case 'array':
      return path.length >= mostDepth || hasLoop(path) ? [] : [toSample(document, schema['items'], path)]
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return Number(
        schema['minimum'] ??
          (typeof schema['exclusiveMinimum'] === 'number' ? schema['exclusiveMinimum'] + 1 : 0),
      )
    case 'boolean':
      return false
    default:
      return null
  }
}

function findGiven(schema: JsonObject): unknown {
  return [
    schema['const'],
    schema['example'],
    toList(schema['examples'])[0],
    schema['default'],
    toList(schema['enum'])[0],
  ].find((value) => value !== undefined)
}

function sampleObject(document: unknown, schema: JsonObject, path: readonly string[]): JsonObject {
  const required = new Set(toList(schema['required']).map(toText))
  const isFull = path.length < fullDepth && !hasLoop(path)
  const members = Object.entries(toObject(schema['properties'])).filter(
    ([name, property]) =>
      (isFull || required.has(name)) &&
      path.length < mostDepth &&
      followReference(document, property)['readOnly'] !== true,
  )
  return Object.fromEntries(members.map(([name, property]) => [name, toSample(document, property, path)]))
}

/** A schema that contains itself ends where it comes back. */
const hasLoop = (path: readonly string[]): boolean => new Set(path).size < path.length

const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uuid: '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18',
  uri: 'https://example.com',
  url: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

function sampleText(schema: JsonObject): string {
  const text = texts[toText(schema['format'])] ?? 'text'
  const shortest = Number(schema['minLength'] ?? 0)
  const longest = Number(schema['maxLength'] ?? Infinity)
  return text.padEnd(shortest, 't').slice(0, longest)
}
