import { type ErrorFacts, PartnerClientError } from './partner-client-error.ts'

/** An answer that the contract does not know: a page of a proxy, a redirect, a body that is not JSON. */
export class UnexpectedAnswerError extends PartnerClientError {
  override name = 'UnexpectedAnswerError'
  /** Of the answer; 0 where the browser does not tell, as of a redirect. */
  declare readonly status: number

  constructor(facts: ErrorFacts & { readonly status: number }) {
    super(`unexpected answer with status ${facts.status}`, facts)
  }
}
