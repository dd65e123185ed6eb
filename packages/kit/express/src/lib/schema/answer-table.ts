import type { DocumentOperation } from './document-operations.ts'
import { freeName } from './hoist-references.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The answers of a document, each schema once: most refusals share theirs. */
export interface AnswerTable {
  /** The component schemas that answers name, those included that are added for them. */
  readonly names: readonly string[]
  /** What is to be added to the component schemas. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** The answer that an operation declares for a status; undefined where it declares none. */
  find(operation: DocumentOperation, status: number): DeclaredAnswer | undefined
}

/** What one status of an operation answers with. */
export interface DeclaredAnswer {
  /** Name of its component schema; null for an answer without a body. */
  readonly schemaName: string | null
}

const REFERENCE = /^#\/components\/schemas\/([\w.-]+)$/

/** Lists the answers of all operations; `components` are the schemas of the document by name. */
export function createAnswerTable(
  operations: readonly DocumentOperation[],
  components: JsonObject,
): AnswerTable {
  const schemas: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const add = (schema: unknown): string => {
    const [, component] = isReference(schema) ? (REFERENCE.exec(schema.$ref) ?? []) : []
    if (component !== undefined) return component
    const name = freeName(`answer${names.size}`, components)
    schemas[name] = schema
    return name
  }
  const nameOf = (schema: unknown): string => {
    const text = JSON.stringify(schema)
    const name = names.get(text) ?? add(schema)
    names.set(text, name)
    return name
  }
  const answers = new Map(
    operations.map((operation) => [
      operation,
      new Map(
        Object.entries(operation.responses).map(([status, response]): [string, DeclaredAnswer] => {
          const schema = schemaOf(response)
          return [status, { schemaName: schema === undefined ? null : nameOf(schema) }]
        }),
      ),
    ]),
  )
  return {
    names: [...names.values()],
    schemas,
    find(operation, status) {
      const declared = answers.get(operation)
      // OpenAPI 3.1, 4.8.16: a status of its own before its range, a range before the default.
      return (
        declared?.get(String(status)) ??
        declared?.get(`${Math.floor(status / 100)}XX`) ??
        declared?.get('default')
      )
    },
  }
}

/** A reference and nothing beside it. */
function isReference(schema: unknown): schema is { readonly $ref: string } {
  return isJsonObject(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1
}

function schemaOf({ content }: JsonObject): unknown {
  const media = isJsonObject(content) ? content['application/json'] : undefined
  return isJsonObject(media) ? (media['schema'] ?? {}) : undefined
}
