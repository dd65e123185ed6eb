import type { OperationId } from '@giftcards/contract'
import type { Partner } from './partner.ts'
import { works } from './works.ts'

/** A recorded response of the server. The sides without a state return the same, byte for byte. */
export interface RecordedAnswer {
  readonly status: number
  readonly body: string
}

/** Recorded responses by operation. */
export type RecordedAnswers = Readonly<Partial<Record<OperationId, RecordedAnswer>>>

/** Calls each operation of any work once, and records the responses. */
export async function recordAnswers(baseUrl: string, partner: Partner): Promise<RecordedAnswers> {
  const answers: Partial<Record<OperationId, RecordedAnswer>> = {}
  for (const { operationId, status, request } of works.flatMap(({ steps }) => steps)) {
    if (answers[operationId] !== undefined) continue
    const { method, path, body } = request(partner)
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'user-agent': 'giftcards-bench/1.0',
        'x-cc-app': partner.appId,
        authorization: `Bearer ${partner.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== status) throw new Error(`${operationId} returned ${response.status}: ${text}`)
    answers[operationId] = { status, body: text }
  }
  return answers
}
