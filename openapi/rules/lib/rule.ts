import type { ParameterNode, ResponseNode, SchemaNode } from './documents.ts'

/** A place in a document: the file, and the pointer within it. */
export interface Place {
  source: { absoluteRef: string }
  pointer: string
  absolutePointer: string
  child(keys: (string | number)[]): Place
  key(): Place
}

/** What the linter hands a visitor beside the node. */
export interface VisitContext {
  key: string | number
  location: Place
  rawLocation: Place
  report(finding: { message: string; location?: Place }): void
  /** Follows a reference, seen from the current file or from the one named. */
  resolve(
    node: unknown,
    from?: string,
  ): { node: (SchemaNode & ResponseNode & ParameterNode) | undefined; location?: Place }
}

/** One house rule: its options in, the nodes it looks at out (the linter's own visitor shape). */
export type Rule<Options = object> = (options: Options) => Record<string, Visitor>
export type Visitor =
  ((node: never, context: VisitContext) => void) | { leave(node: never, context: VisitContext): void }
