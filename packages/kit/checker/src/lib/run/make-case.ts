import type { ApiOperation } from '../document/api-document.ts'
import { serializeRequest, UnsendableError } from '../wire/serialize-request.ts'
import type { CaseDraft } from '../phases/case-draft.ts'
import type { Case, PhaseName } from './exchange.ts'

/** Puts a draft on the wire; undefined where its values cannot travel. */
export const makeCase = (
  phase: PhaseName,
  operation: ApiOperation,
  draft: CaseDraft,
  boundTo: Case['boundTo'] = {},
): Case | undefined => {
  try {
    const request = serializeRequest(operation, draft.values)
    return {
      phase,
      operation,
      path: operation.path,
      scenario: draft.scenario,
      mode: draft.mode,
      target: draft.target,
      values: draft.values,
      request: draft.alter === undefined ? request : draft.alter(request),
      auth: draft.auth ?? 'given',
      ...(draft.authScheme === undefined ? {} : { authScheme: draft.authScheme }),
      boundTo: boundTo ?? {},
    }
  } catch (error) {
    if (error instanceof UnsendableError) return undefined
    throw error
  }
}

/** A name for a request by what travels: two cases of one name are one case. */
export const wireKey = ({ request: { method, target, headers, body }, auth, authScheme }: Case): string =>
  JSON.stringify([
    method,
    target,
    headers,
    typeof body === 'string' ? body : body && Buffer.from(body).toString('base64'),
    auth,
    authScheme,
  ])
