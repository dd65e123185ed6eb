import type { RawAnswer } from './client-call.ts'
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts'

/** The token that createSession or login has answered, in its header or its body (section 2.1); throws where there is none. */
export function tokenOf(operationId: string, { status, data, headers, readId }: RawAnswer): string {
  const token = headers.get('authorization') ?? (data as { access_token?: string }).access_token
  if (token) return token
  throw new UnexpectedAnswerError({
    operationId,
    requestId: readId(),
    status,
    retryable: false,
  })
}
