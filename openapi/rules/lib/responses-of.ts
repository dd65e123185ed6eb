import type { OperationNode, ResponseNode } from './documents.ts'
import type { Place, VisitContext } from './rule.ts'

/** One declared response of an operation: its status as written, the response itself, and where it stands. */
export interface DeclaredResponse {
  status: string
  response: ResponseNode
  location: Place
}

/** Every response of the operation, references followed. */
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
