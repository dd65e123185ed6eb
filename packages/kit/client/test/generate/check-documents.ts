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

/** The number of documents per run of the compiler. */
const batchSize = 100

/**
 * Generates the clients of random documents, and compiles them with values of their schemas. Returns the compiler errors, each
 * with its document.
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
      // For reading without narrowing, the variants of a response declare the members of other variants as absent.
      if (index === undefined || complaint.includes('Absent<')) return []
      // A value that should be rejected is on the line after its comment.
      const source = texts[name]
        ?.split('\n')
        .slice(Number(line) - 1, Number(line) + 1)
        .join('\n')
      return [[complaint, source, JSON.stringify(documents[Number(index)])].join('\n')]
    })
}

/** Writes a module that compiles if each type accepts the values that the judge accepts, and no others that a type can reject. */
function writeValues(document: JsonObject, index: number, seed: number): string {
  const methods = document['x-plain'] === true ? listClientMethods(document) : []
  const lines = methods.flatMap((method) => {
    const options = optionsOf(document, method)
    const line = (value: Json): string => `accept<${typeOf(method)}, ${inputOf(method, value)}>()`
    const values = sample(() => validValues(document, options), seed)
    const judge = createJudge(relax(document), options)
    const others = mayOmit(method) ? [] : [...likely, ...values.flatMap(changesOf)]
    // The type of one direction does not declare the member of the other direction.
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

/** Values of different types, which most schemas do not allow. */
const likely: readonly Json[] = [null, true, 7, '?', ['?'], { '?': null }]

/** Returns variations of a value: without each member, and with other values in place of each part. */
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

/** Returns the options for the schema of a method. The path of a method contains the index of its schema. */
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

/** Returns the type of one value, which has the same text as the value. */
function inputOf({ bodyIn }: ClientMethod, value: Json): string {
  return bodyIn === 'body' ? `{ body: ${writeJson(value)} }` : writeJson(value)
}

/** Whether a call may omit values that the schema requires: an optional body, or a member that allows only one value. */
function mayOmit({ method, path, constants }: ClientMethod): boolean {
  return method === 'POST' && (Number(path.slice(1)) % 2 === 1 || constants.length > 0)
}

/**
 * Relaxes schemas to what TypeScript can express. An integer becomes a number, and `oneOf` becomes `anyOf`. `minItems` is at most
 * the length of the tuple. Objects with declared members allow any additional members.
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
