import type { Answer } from './answer.ts'
import type { OperationInput } from './operation.ts'

/** A handler as the HTTP layer calls it: the types of its parts are the contract's business by then. */
export type BoundHandler<Caller> = (
  input: OperationInput<
    Record<string, unknown>,
    Record<string, unknown>,
    Record<string, unknown>,
    unknown,
    Caller
  >,
) => Promise<Answer>

/** Gives every handler of a typed operation table its context, ready for `bindApi`. */
export function bindOperations<Context, Caller>(
  table: { readonly [id: string]: (input: never, context: Context) => Promise<Answer> },
  context: Context,
): Record<string, BoundHandler<Caller>> {
  return Object.fromEntries(
    Object.entries(table).map(([id, handle]) => [
      id,
      // The table was typed from the document that validates the input.
      (input) => (handle as (input: unknown, context: Context) => Promise<Answer>)(input, context),
    ]),
  )
}
