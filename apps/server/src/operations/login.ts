import { login as identify } from '@giftcards/marketplace'
import { tokenHeaders } from '../auth/tokens.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import type { Operation } from './operation.ts'

/** Logs a customer in: a new token carries the account's identity (spec 4.3, 5). */
export const login: Operation<'login'> = async ({ body }, { caller, marketplace, tokens }) => {
  const outcome = await identify(marketplace, caller, body.customer)
  if (outcome.kind === 'refused') return refusalResponse(outcome.refusal)
  const { id, email, firstname, lastname, isElite, tokenGeneration } = outcome.value
  const issued = await tokens.issue({
    appId: caller.appId,
    sessionId: caller.sessionId,
    login: {
      customerId: id,
      generation: tokenGeneration,
      at: Math.floor(marketplace.clock.now() / 1000) * 1000,
    },
  })
  return {
    status: 200,
    body: { customer: { id, email, firstname, lastname, isElite } },
    headers: tokenHeaders(issued),
  }
}
