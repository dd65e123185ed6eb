import { hash } from 'node:crypto'
import {
  type RequestValues,
  serializeRequest,
  UnsendableError,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import type { AuthMode, Case, CaseTarget, OtherIdentity, PhaseName } from './exchange.ts'

/** A case before serialization: its values, auth mode, and changes to the serialized request. */
export interface CaseDraft {
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  readonly target: CaseTarget
  readonly values: RequestValues
  /** Default: `given`. */
  readonly auth?: AuthMode
  /** Default: all schemes of the operation. */
  readonly authScheme?: string
  /** Default: the identity of ordinary requests. */
  readonly identity?: OtherIdentity
  /** Whether the server may reject it although it is valid, because it names items that need not exist. */
  readonly mayBeRejected?: boolean
  /** Changes the serialized request in a way that values cannot express: another media type, broken syntax. */
  readonly alter?: (request: WireRequest) => WireRequest
}

/** A case that changes one aspect of any working request. `apply` computes its values from that request. */
export interface ScenarioDraft extends Omit<CaseDraft, 'values'> {
  readonly apply: (working: RequestValues) => RequestValues
}

/** Serializes a draft; undefined if its values cannot be sent. */
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
      ...(draft.identity === undefined ? {} : { identity: draft.identity }),
      ...(draft.mayBeRejected === true ? { mayBeRejected: true } : {}),
      boundTo: boundTo ?? {},
    }
  } catch (error) {
    if (error instanceof UnsendableError) return undefined
    throw error
  }
}

/** Identifies a request by its bytes; cases with the same key are duplicates. */
export const wireKey = ({
  request: { method, target, headers, body },
  auth,
  authScheme,
  identity,
}: Case): string =>
  JSON.stringify([
    method,
    target,
    headers,
    typeof body === 'string' ? body : body && Buffer.from(body).toString('base64'),
    auth,
    authScheme,
    identity?.name,
  ])

/** Derives a 31-bit seed for one work item from the run's seed and the given names, independent of the rest of the document. */
export const deriveSeed = (seed: number, ...names: readonly string[]): number =>
  hash('sha256', [String(seed), ...names].join('\n'), 'buffer').readUInt32BE(0) >>> 1
