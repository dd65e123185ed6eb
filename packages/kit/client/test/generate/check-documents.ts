import * as fc from 'fast-check'
import { createJudge, type Json, UnsatisfiableSchemaError, validValues } from '@contract-kit/json-schema'
import { appendTokens, isObject, type JsonObject, writeJson } from '@contract-kit/json-schema/json'
import {
  type ClientMethod,
  generateClient,
  generateExamples,
  listClientMethods,
} from '../../generate/index.ts'
import { anyDocument } from './any-document.ts'
import { compile } from './compile.ts'

/** How many documents one run of the compiler checks. */
const batchSize = 100

/**
 * Generates the clients of random documents, and compiles them with values of their schemas. Returns the compiler's complaints, each
 * with the document.
 */
export function checkDocuments(count: number, seed: number): readonly string[] {
  const documents = fc.sample(anyDocument, { numRuns: count, seed })
  return Array.from({ length: Math.ceil(count / batchSize) }, (_, batch) =>
    checkBatch(documents.slice(batch * batchSize, (batch + 1) * batchSize), seed),
  ).flat()
}

function checkBatch(documents: readonly JsonObject[], seed: number): readonly string[] {
  const modules = documents.flatMap((document, index) => [
    [`client-${index}.ts`, generateClient(document).text],
    [`examples-${index}.ts`, generateExamples(document, { clientModule: `./client-${index}.ts` })],
    [`values-${index}.ts`, writeValues(document, index, seed)],
  ])
  const texts = Object.fromEntries(modules) as Record<string, string>
  return compile(texts)
    .split(/\n(?=\S)/)
    .flatMap((complaint) => {
      const [, name = '', index, line] = /(\w+-(\d+)\.ts)\((\d+)/.exec(complaint) ?? []
      // To be read without narrowing, the variants of a response have none of the members that others declare.
      if (index === undefined || complaint.includes('Absent<')) return []
      // The value that should be rejected stands below its comment.
      const source = texts[name]
        ?.split('\n')
        .slice(Number(line) - 1, Number(line) + 1)
        .join('\n')
      return [[complaint, source, JSON.stringify(documents[Number(index)])].join('\n')]
    })
}

/** A module that compiles if each type accepts values that the judge accepts, and no others as far as a type can tell. */
function writeValues(document: JsonObject, index: number, seed: number): string {
  const methods = document['x-plain'] === true ? listClientMethods(document) : []
  const lines = methods.flatMap((method) => {
    const options = optionsOf(document, method)
    const line = (value: Json): string => `accept<${typeOf(method)}, ${inputOf(method, value)}>()`
    const values = sample(() => validValues(document, options), seed)
    const judge = createJudge(relax(document), options)
    const others = mayOmit(method) ? [] : [...likely, ...values.flatMap(changesOf)]
    // The type of one direction knows nothing of a member of the other.
    const unknown = method.method === 'GET' ? '"secret":' : '"made":'
    const invalid = others
      .filter((value) => !writeJson(value).includes(unknown) && judge(value).length > 0)
      .slice(0, 12)
    return [...values.map(line), ...invalid.map((value) => `// @ts-expect-error: invalid\n${line(value)}`)]
  })
  if (lines.length === 0) return ''
  return [
    `import type { ApiMethods } from './client-${index}.ts'`,
    'declare const accept: <Type, Value extends Type>() => Value',
    ...lines,
  ].join('\n')
}

/** Values of each type, which most schemas do not allow. */
const likely: readonly Json[] = [null, true, 7, '?', ['?'], { '?': null }]

/** The value without one of its members, and with another one in the place of each part of it. */
function changesOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => [...likely, ...changesOf(item)].map((other) => value.with(at, other)))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...others } = value
    return [others, ...[...likely, ...changesOf(member)].map((other) => ({ ...value, [name]: other }))]
  })
}

/** The paths of a document are the places of its schemas. */
function optionsOf(document: JsonObject, { method, path }: ClientMethod) {
  const { schemas = {} } = document['components'] as { readonly schemas?: JsonObject }
  return {
    pointer: appendTokens('/components/schemas', Object.keys(schemas)[Number(path.slice(1))] ?? ''),
    dialect: document['openapi'] === '3.0.3' ? 'openapi-3.0' : '2020-12',
    direction: method === 'GET' ? 'response' : 'request',
  } as const
}

function sample<Value>(values: () => fc.Arbitrary<Value>, seed: number): readonly Value[] {
  try {
    return fc.sample(values(), { numRuns: 3, seed })
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

function typeOf({ method, name }: ClientMethod): string {
  const signature = `ApiMethods['${name}']`
  return method === 'GET' ? `Awaited<ReturnType<${signature}>>` : `Parameters<${signature}>[0]`
}

/** The type of one value, which is written like the value itself. */
function inputOf({ bodyIn }: ClientMethod, value: Json): string {
  return bodyIn === 'body' ? `{ body: ${writeJson(value)} }` : writeJson(value)
}

/** Whether a call may leave out what the schema requires: a body that is optional, or a member that has one value only. */
function mayOmit({ method, path, constants }: ClientMethod): boolean {
  return method === 'POST' && (Number(path.slice(1)) % 2 === 1 || constants.length > 0)
}

/**
 * What TypeScript can say of the schemas below a value: a whole number is a number, one of several is any of them, a tuple has no
 * more items than it names, and an object may have further members, of any kind beside those that it declares.
 */
function relax(value: Json): Json {
  if (Array.isArray(value)) return value.map(relax)
  if (!isObject(value)) return value === 'integer' ? 'number' : value
  const { oneOf, additionalProperties, minItems, ...others } = value
  const isMap = others['properties'] === undefined && isObject(additionalProperties)
  const relaxed = Object.entries(others).map(([key, member]) => [key, relax(member)] as const)
  return {
    ...Object.fromEntries(relaxed),
    ...(oneOf !== undefined && { anyOf: relax(oneOf) }),
    ...(isMap && { additionalProperties: relax(additionalProperties) }),
    ...(Array.isArray(others['prefixItems']) && {
      minItems: Math.min(Number(minItems), others['prefixItems'].length),
    }),
  }
}
