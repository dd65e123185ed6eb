import type { OperationId } from '@giftcards/contract'
import { untilAborted } from '../until-aborted.ts'
import type { FakeAnswer } from './fake-answer.ts'
import { findOperation } from './find-operation.ts'
import { defaultResponder, type Responder, toResponder } from './to-responder.ts'
import { type RecordedCall, toRecordedCall } from './recorded-call.ts'

/** A partner API in memory. It keeps no state of its own: what it answers is what a test asked for. */
export interface FakePartnerApi {
  /** Stands in for the global `fetch`; a request that no operation takes is rejected with an error that names it. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Every request so far, oldest first, each recorded before it is answered. */
  readonly calls: readonly RecordedCall[]
  /** Sets what an operation answers from now on. Until then it is the first success example of the contract. */
  answer<Id extends OperationId>(operationId: Id, answer: FakeAnswer<Id>): void
  /** Sets what an operation answers to one request; several are used in the order they were given. */
  answerOnce<Id extends OperationId>(operationId: Id, answer: FakeAnswer<Id>): void
  /** Forgets the calls and every answer that was set. */
  reset(): void
}

/**
 * Creates an API that answers with the examples of the contract, without a network:
 * `createPartnerClient({ baseUrl: 'http://fake.test', appId: 'demo-app', fetch: fake.fetch })`.
 * The headers a status requires are there, so a session opens and a login succeeds.
 */
export function createFakePartnerApi(): FakePartnerApi {
  const calls: RecordedCall[] = []
  const standing = new Map<OperationId, Responder>()
  const once = new Map<OperationId, Responder[]>()

  async function answerTo(request: Request): Promise<Response> {
    const { operationId, path } = findOperation(request.method, new URL(request.url).pathname)
    const call = await toRecordedCall(operationId, path, request)
    calls.push(call)
    const responder =
      once.get(operationId)?.shift() ?? standing.get(operationId) ?? defaultResponder(operationId)
    return responder(call)
  }

  return {
    calls,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      return untilAborted(answerTo(request), request.signal)
    },
    answer: (operationId, answer) => void standing.set(operationId, toResponder(operationId, answer)),
    answerOnce: (operationId, answer) => {
      const waiting = once.get(operationId) ?? []
      once.set(operationId, [...waiting, toResponder(operationId, answer)])
    },
    reset: () => {
      calls.length = 0
      standing.clear()
      once.clear()
    },
  }
}
