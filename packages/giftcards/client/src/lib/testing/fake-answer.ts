import type { OperationAnswer, OperationId } from '@giftcards/contract'
import type { ExampleStatuses } from './generated/contract-examples.ts'
import type { RecordedCall } from './recorded-call.ts'

/** The names of an operation's response examples in the contract, successes and errors alike. */
export type ExampleName<Id extends OperationId> = keyof ExampleStatuses[Id] & string

/** An answer the contract declares for an operation: one of its statuses with the body of that status. */
export type DeclaredAnswer<Id extends OperationId> =
  OperationAnswer<Id> extends infer Answer
    ? Answer extends { status: infer Status; body: infer Body }
      ? {
          readonly status: Status
          readonly body: Body
          /** Beside the headers that the contract requires with this status, or instead of them. */
          readonly headers?: Readonly<Record<string, string>>
        }
      : never
    : never

/** An answer that is known beforehand: an example of the contract by name, or one that the contract declares. */
export type KnownAnswer<Id extends OperationId> = ExampleName<Id> | DeclaredAnswer<Id>

/**
 * Chooses the answer to a request. It may also answer what the contract does not know, never settle (a timeout), or
 * throw (a lost connection).
 */
export type AnswerFunction<Id extends OperationId> = (
  call: RecordedCall,
) => KnownAnswer<Id> | Response | Promise<KnownAnswer<Id> | Response>

/** What the fake answers. */
export type FakeAnswer<Id extends OperationId> = KnownAnswer<Id> | AnswerFunction<Id>
