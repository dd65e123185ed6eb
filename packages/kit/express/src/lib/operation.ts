import type { RequestFacts } from './request-facts.ts'

/** What a handler gets: every part already validated against the contract, numbers as numbers. */
export interface OperationInput<Path, Query, Headers, Body, Caller> {
  readonly path: Path
  readonly query: Query
  /** The declared request headers, by their declared spelling. */
  readonly headers: Headers
  readonly body: Body
  readonly caller: Caller
  readonly request: RequestFacts
}

/** An operation as openapi-typescript generates it. */
interface GeneratedOperation {
  parameters: { path?: unknown; query?: unknown; header?: unknown }
  requestBody?: unknown
  responses: unknown
}

type Present<Part> = [NonNullable<Part>] extends [never] ? object : NonNullable<Part>

type JsonOf<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : undefined

type BodyOf<Op extends GeneratedOperation> = [NonNullable<Op['requestBody']>] extends [never]
  ? undefined
  : undefined extends Op['requestBody']
    ? JsonOf<NonNullable<Op['requestBody']>> | undefined
    : JsonOf<NonNullable<Op['requestBody']>>

/** The input of one operation of a generated `operations` interface. */
export type InputOf<Op, Caller> = Op extends GeneratedOperation
  ? OperationInput<
      Present<Op['parameters']['path']>,
      Present<Op['parameters']['query']>,
      Present<Op['parameters']['header']>,
      BodyOf<Op>,
      Caller
    >
  : never

/** The union of the answers that an operation declares; another status or another body does not compile. */
export type AnswerOf<Op> = Op extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & number]: {
        readonly status: Status
        readonly body: JsonOf<Responses[Status]>
        readonly headers?: Readonly<Record<string, string>>
      }
    }[keyof Responses & number]
  : never

/** The handler of one operation: reads its input, uses its context, gives one of the declared answers. */
export type OperationHandler<Operations, Id extends keyof Operations, Context, Caller = unknown> = (
  input: InputOf<Operations[Id], Caller>,
  context: Context,
) => Promise<AnswerOf<Operations[Id]>>

/** One handler for every operation; `satisfies OperationTable<…>` fails to compile when one is missing or foreign. */
export type OperationTable<Operations, Context, Caller = unknown> = {
  readonly [Id in keyof Operations]: OperationHandler<Operations, Id, Context, Caller>
}
