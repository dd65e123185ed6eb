import type { DocumentOperation } from './document-operations.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The answers of a document, each schema once: most refusals share theirs. */
export interface AnswerTable {
  /** The schemas, by a name that they have here alone. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** The answer that an operation declares for a status; undefined where it declares none. */
  find(operation: DocumentOperation, status: number): DeclaredAnswer | undefined
}

/** What one status of an operation answers with. */
export interface DeclaredAnswer {
  /** Name of its schema in the table; null for an answer without a body. */
  readonly schemaName: string | null
}

/** Lists the answers of all operations. */
export function createAnswerTable(operations: readonly DocumentOperation[]): AnswerTable {
  const schemas: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const nameOf = (schema: unknown): string => {
    const text = JSON.stringify(schema)
    const name = names.get(text) ?? `answer${names.size}`
    names.set(text, name)
    schemas[name] = schema
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

function schemaOf({ content }: JsonObject): unknown {
  const media = isJsonObject(content) ? content['application/json'] : undefined
  return isJsonObject(media) ? (media['schema'] ?? {}) : undefined
}
