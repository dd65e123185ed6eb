import type { Refusal } from '@giftcards/marketplace'
import type { Failure } from '@contract-kit/express'
import { challengeHeaders } from './challenge.ts'
import { refusalCatalogue } from './refusal-catalogue.ts'

/** A refusal as the error answer that says it (spec 7). */
export function toFailure(refusal: Refusal): Failure {
  const { status, message, code } = refusalCatalogue[refusal.kind]
  const { retryAfterSeconds } = refusal
  const headers = {
    ...(status === 401 ? challengeHeaders : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status, messages: [message], code, headers }
}
