import type { JsonObject } from '../json-object.ts'

/** Where a field travels. */
export type FieldPlace = 'path' | 'query' | 'header'

/** One parameter of an operation, as a form shows it. */
export interface Field {
  /** Place and name, unique in its operation: `path.cartId`. */
  readonly id: string
  readonly name: string
  readonly place: FieldPlace
  readonly required: boolean
  /** Markdown. */
  readonly description: string
  /** The contract's example, or empty. */
  readonly example: string
  /** The only values the contract knows, where it lists them. */
  readonly choices: readonly string[]
  readonly schema: JsonObject
  /** Equal for the parameters of different operations that mean the same thing. */
  readonly identity: string
}

/** How an answer leads on to another operation (OpenAPI 3.1, Link Object). */
export interface Link {
  readonly operationId: string
  readonly description: string
  readonly parameters: JsonObject
  readonly requestBody?: unknown
}

/** A named example of a body. */
export interface BodyExample {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

/** What the contract says of the answers with one status. */
export interface DeclaredAnswer {
  readonly description: string
  /** The names of its headers, in lower case. */
  readonly headers: readonly string[]
  readonly examples: readonly BodyExample[]
  readonly links: readonly Link[]
}

/** The JSON body an operation takes. */
export interface DeclaredBody {
  readonly schema: JsonObject
  readonly examples: readonly BodyExample[]
}

/** An operation of the contract with every reference resolved, but those inside schemas. */
export interface Operation {
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** Markdown. */
  readonly description: string
  /** Whether the session token goes with it. */
  readonly takesToken: boolean
  readonly fields: readonly Field[]
  readonly body?: DeclaredBody
  /** By status. */
  readonly answers: ReadonlyMap<string, DeclaredAnswer>
}
