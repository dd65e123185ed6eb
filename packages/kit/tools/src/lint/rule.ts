/** A place in a document: the file, and the pointer within it. */
export interface Place {
  source: { absoluteRef: string }
  pointer: string
  absolutePointer: string
  child(keys: (string | number)[]): Place
  key(): Place
}

/** The context that Redocly passes to a visitor beside the node. */
export interface VisitContext {
  key: string | number
  location: Place
  report(finding: { message: string; location?: Place }): void
  /** Follows a reference, seen from the current file or from the one named. */
  resolve(
    node: unknown,
    from?: string,
  ): { node: (SchemaNode & ResponseNode & ParameterNode) | undefined; location?: Place }
}

/** A rule in Redocly's form: a function from its options to visitors. */
export type Rule<Options = object> = (options: Options) => Record<string, Visitor>
export type Visitor =
  ((node: never, context: VisitContext) => void) | { leave(node: never, context: VisitContext): void }

/** The parts of an operation that rules check, including extensions. */
export interface OperationNode {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: unknown[]
  requestBody?: unknown
  responses?: Record<string, unknown>
  [extension: `x-${string}`]: unknown
}

export interface ParameterNode {
  name?: string
}

export interface ResponseNode {
  headers?: Record<string, unknown>
  content?: Record<string, MediaTypeNode>
}

export interface MediaTypeNode {
  schema?: Record<string, unknown>
  examples?: Record<string, unknown>
}

export interface SchemaNode {
  type?: string | string[]
  description?: string
  properties?: Record<string, SchemaNode | boolean>
  required?: string[]
  maxItems?: number
  multipleOf?: number
  [keyword: string]: unknown
}

/** One declared response of an operation: its status as written, the response and its place. */
export interface DeclaredResponse {
  status: string
  response: ResponseNode
  location: Place
}

/** Every response of an operation, references followed. */
export function responsesOf(operation: OperationNode, context: VisitContext): DeclaredResponse[] {
  return Object.entries(operation.responses ?? {}).map(([status, declared]) => {
    const { node, location } = context.resolve(declared)
    return {
      status,
      response: node ?? {},
      location: isReference(declared) && location ? location : context.location.child(['responses', status]),
    }
  })
}

/** Whether a status as written (`404`, `5XX`, `default`) means an error. */
export function isErrorStatus(status: string): boolean {
  return !/^[123]/.test(status)
}

export function isReference(node: unknown): node is { $ref: string } {
  return typeof node === 'object' && node !== null && '$ref' in node
}

/** The name of an operation in a finding. */
export function nameOf({ operationId }: OperationNode): string {
  return operationId ?? 'the operation'
}

/** A rule that requires headers on each response for which `applies` is true. */
export function requireHeaders(
  headers: readonly string[],
  applies: (status: string, operation: OperationNode) => boolean,
): Rule {
  return () => ({
    Operation(operation: OperationNode, context) {
      for (const { status, response } of responsesOf(operation, context)) {
        if (!applies(status, operation)) continue
        const declared = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
        const missing = headers.filter((header) => !declared.has(header.toLowerCase()))
        if (missing.length === 0) continue
        context.report({
          message: `Response ${status} of ${nameOf(operation)} must declare the header ${missing.join(', ')}.`,
          location: context.location.child(['responses', status]).key(),
        })
      }
    },
  })
}
