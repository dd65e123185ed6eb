import * as fc from 'fast-check'
import { type Json, UnsatisfiableSchemaError, validValues } from '@contract-kit/json-schema'
import { appendTokens, type JsonObject, writeJson } from '@contract-kit/json-schema/json'
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
      if (index === undefined) return []
      const source = texts[name]?.split('\n')[Number(line) - 1]
      return [[complaint, source, JSON.stringify(documents[Number(index)])].join('\n')]
    })
}

/** A module that compiles if each type accepts values that the judge accepts. */
function writeValues(document: JsonObject, index: number, seed: number): string {
  const methods = document['x-plain'] === true ? listClientMethods(document) : []
  const lines = methods.flatMap((method) => {
    const values = sample(() => validValues(document, optionsOf(document, method)), seed)
    return values.map((value) => `accept<${typeOf(method)}, ${inputOf(method, value)}>()`)
  })
  if (lines.length === 0) return ''
  return [
    `import type { ApiMethods } from './client-${index}.ts'`,
    'declare const accept: <Type, Value extends Type>() => Value',
    ...lines,
  ].join('\n')
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
