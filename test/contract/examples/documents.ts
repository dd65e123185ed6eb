import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Named<Value> = Readonly<Record<string, Value>>

interface Example {
  readonly value: unknown
}

interface Body {
  readonly content: { readonly 'application/json': { readonly examples: Named<Example> } }
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: Body
  readonly responses: Named<Body | Reference>
}

interface Reference {
  readonly $ref: string
}

interface OpenApiDocument {
  readonly paths: Named<Named<unknown>>
  readonly components: { readonly responses: Named<Body> }
}

/** Returns the path of the built contract or sandbox document that includes `x-request`. */
export function documentPath(name: 'openapi' | 'sandbox'): string {
  return fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.full.json`))
}

/** Returns the value of a request example of the contract. */
export function requestExample(operationId: string, name: string): unknown {
  const operation = Object.values(readDocument('openapi').paths)
    .flatMap((item) => Object.values(item).filter(isOperation))
    .find((candidate) => candidate.operationId === operationId)
  const example = operation?.requestBody?.content['application/json'].examples[name]
  if (example === undefined) throw new Error(`${operationId} has no request example ${name}`)
  return example.value
}

/** Reads a document and reduces each operation to one response with one example: the first example of its first success. */
export function readDefaults(name: 'openapi' | 'sandbox'): object {
  const document = readDocument(name)
  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, (value) => keepDefault(document, value))),
  }
}

function readDocument(name: 'openapi' | 'sandbox'): OpenApiDocument {
  return JSON.parse(readFileSync(documentPath(name), 'utf8')) as OpenApiDocument
}

function keepDefault({ components }: OpenApiDocument, value: unknown): unknown {
  if (!isOperation(value)) return value
  const success = Object.entries(value.responses).find(([status]) => status.startsWith('2'))
  if (success === undefined) throw new Error(`${value.operationId} declares no success`)
  const [status, written] = success
  const response = '$ref' in written ? components.responses[written.$ref.split('/').at(-1) ?? ''] : written
  if (response === undefined) throw new Error(`${value.operationId} ${status} refers to no response`)
  const media = response.content['application/json']
  const examples = Object.fromEntries(Object.entries(media.examples).slice(0, 1))
  const content = { 'application/json': { ...media, examples } }
  return { ...value, responses: { [status]: { ...response, content } } }
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value
}

function mapValues<Value, Result>(object: Named<Value>, map: (value: Value) => Result): Named<Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
