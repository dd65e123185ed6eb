import type { Failure } from './failure.ts'
import { compileSchema } from './judge/compile-schema.ts'
import { Evaluation } from './judge/evaluation.ts'
import type { Direction, SchemaNode } from './schema-node.ts'

export interface EvaluateOptions {
  /** Leave undefined to judge a plain JSON Schema. */
  readonly direction?: Direction | undefined
  /** Whether `format` is an assertion; default true. */
  readonly formats?: boolean
  /** Told of every keyword that took part in the verdict: where it stands, and whether the value kept it. */
  readonly onKeyword?: ((node: SchemaNode, keyword: string, held: boolean) => void) | undefined
}

/**
 * Every statement of the schema that the value breaks; none for a valid value (JSON Schema 2020-12). What is nested deeper
 * than 200 levels is not judged. Throws UnresolvedReferenceError where the schema refers to nothing.
 */
export const evaluate = (
  node: SchemaNode,
  value: unknown,
  options: EvaluateOptions = {},
): readonly Failure[] => {
  const failures: Failure[] = []
  judge(node, value, options, failures)
  return failures.length < 2 ? failures : withoutRepetition(failures)
}

/** Whether the value keeps every statement of the schema; stops at the first broken one. Throws as {@link evaluate} does. */
export const isValid = (node: SchemaNode, value: unknown, options: EvaluateOptions = {}): boolean =>
  judge(node, value, options, options.onKeyword && [])

const judge = (
  node: SchemaNode,
  value: unknown,
  options: EvaluateOptions,
  failures: Failure[] | undefined,
): boolean => {
  const { direction, formats = true, onKeyword: tell } = options
  return compileSchema(node).judge(
    value,
    new Evaluation(node, { direction, formats, failures, tell }),
    undefined,
  )
}

/** Two references to one schema break one statement, not two. */
const withoutRepetition = (failures: readonly Failure[]): readonly Failure[] => {
  const seen = new Set<string>()
  return failures.filter(({ documentUri, schemaPointer, instancePointer, message }) => {
    const identity = JSON.stringify([documentUri, schemaPointer, instancePointer, message])
    return !seen.has(identity) && seen.add(identity)
  })
}
