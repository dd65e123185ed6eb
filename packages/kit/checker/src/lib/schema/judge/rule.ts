import type { Json, JsonObject } from '../json.ts'
import type { SchemaNode } from '../schema-node.ts'
import type { CompiledSchema, Judge } from './evaluation.ts'

export type { CompiledSchema, Judge } from './evaluation.ts'

/** What a rule may use of the schema it stands in. */
export interface RuleContext {
  readonly node: SchemaNode
  readonly schema: JsonObject
  /** The subschema at a place below the schema; undefined where no schema stands there. */
  readonly child: (...tokens: readonly (string | number)[]) => CompiledSchema | undefined
  readonly compile: (node: SchemaNode) => CompiledSchema
}

/** Makes the judge of one keyword from its argument; undefined where the argument makes no sense, and so says nothing. */
export type RuleMaker = (argument: Json, context: RuleContext) => Judge | undefined
