import type { OperationId } from '@giftcards/contract'
import type { Partner } from './partner.ts'
import { works } from './works.ts'

/** What the server answered once; the sides without a state answer the same, byte for byte. */
export interface RecordedAnswer {
  readonly status: number
  readonly body: string
}

/** Recorded answers by operation. */
export type RecordedAnswers = Readonly<Partial<Record<OperationId, RecordedAnswer>>>

/** Asks once for each operation that any work asks for, and takes down what is answered. */
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
    if (response.status !== status) throw new Error(`${operationId} was answered ${response.status}: ${text}`)
    answers[operationId] = { status, body: text }
  }
  return answers
}
