import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How an answer's example is reached: the `x-request` of the example. */
export interface Recipe {
  /** Name of the request example sent as body; `null` for none; `as-success` for that of the first success. */
  readonly request: string | null
  /** Name of the state, or `as-success`. */
  readonly state: string
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  /** `null` takes a usual header away. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: unknown
  readonly rawBody?: string
  readonly bodyBytes?: number
  /** The error code, where it is not the example's name. */
  readonly code?: string
  /** The lists of the example hold only some of the answer's entries. */
  readonly excerpt?: boolean
}

/** An Example Object. */
export interface ExampleObject {
  readonly value: unknown
  readonly 'x-request'?: Recipe
}

/** A response or request body, or a reference to one. */
export interface BodyObject {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, ExampleObject>> }>>
}

/** A parameter, or a reference to one. */
export interface ParameterObject {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly example?: string | number
}

/** The parts of an operation that carry examples. */
export interface OperationObject {
  readonly operationId: string
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: BodyObject
  readonly responses: Readonly<Record<string, BodyObject>>
}

/** A bundled document that still says how each example is reached. */
export interface FullDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Reads the contract or the sandbox document, `x-request` included, from the build. */
export function readFullDocument(name: 'openapi' | 'sandbox'): FullDocument {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.full.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as FullDocument
}

/** The object itself where it is a reference into `components`, else the object given. */
export function dereference<T extends { readonly $ref?: string }>(document: FullDocument, object: T): T {
  const [, , kind = '', name = ''] = object.$ref?.split('/') ?? []
  return object.$ref === undefined ? object : (document.components[kind]?.[name] as T)
}
