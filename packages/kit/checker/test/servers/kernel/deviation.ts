import type { Reply } from './reply.ts'
import type { ProbeClient } from './probe-client.ts'
import type { ServerRequest } from './server-request.ts'

/** One seeded fault: a single switch that turns a correct server into a wrong one. */
export interface Defect {
  readonly id: string
  /** Row of the matrix of defect classes. */
  readonly class: `D${number}`
  /** The operation to blame; null if the fault is on a method (HEAD beside GET included) or path that the document does not declare. */
  readonly operationId: string | null
  /** Path template, if no operation is to blame. */
  readonly path?: string
  /** Ids of the checks of which at least one is expected to name it. */
  readonly expectedChecks: readonly string[]
  /** The options that the checker needs to find it. */
  readonly settings?: { readonly maxResponseTimeMs: number }
  /** A server that validates by its document reads this statement wrongly, for the operation to blame alone. */
  readonly edit?: DocumentEdit
  /** Spoils the responses of the operation, or of the path, to blame. */
  readonly spoil?: (reply: Reply, request: ServerRequest) => Reply
  /** Makes requests whose responses differ from those of the correct server: what shows that a fault is one where the checker misses it. */
  readonly probe?: (client: ProbeClient) => Promise<void>
}

/** A freedom that the document and HTTP leave to a server: no finding is due. */
export interface Variant {
  readonly id: string
  readonly description: string
  /** Makes requests whose responses show that the freedom is taken. */
  readonly probe: (client: ProbeClient) => Promise<void>
}

/** Replaces the value at a JSON Pointer of the document; without `to`, removes it. */
export interface DocumentEdit {
  readonly at: string
  readonly to?: unknown
}

/** What may name an invalid request that is accepted: it, or the response that shows what was sent. */
export const invalidAccepted = ['negative-data-rejection', 'response-schema-conformance'] as const

/** What may name a text that does not come back as it was sent. */
export const textChanged = ['text-round-trip', 'read-your-write'] as const

/** What may name a PATCH that changes too much or too little. */
export const patchNotMerged = ['patch-merges', 'read-your-write'] as const

/** What may name a default that is not the documented one. */
export const wrongDefault = ['default-not-applied', 'default-differs'] as const

/** What may name a credential that is accepted although it is not quite right. */
export const wrongCredentialAccepted = ['weak-credential', 'invalid-auth'] as const

/** A fault as a row of a table; its id stays a literal type, so that a switch cannot name one that does not exist. */
export const fault = <const Id extends string>(
  id: Id,
  row: Defect['class'],
  operationId: Defect['operationId'],
  expectedChecks: Defect['expectedChecks'],
  how: Pick<Defect, 'path' | 'settings' | 'edit' | 'spoil' | 'probe'> = {},
): Defect & { readonly id: Id } => ({ id, class: row, operationId, expectedChecks, ...how })

/** A variant as a row of a table; its id stays a literal type, too. */
export const variant = <const Id extends string>(
  id: Id,
  description: string,
  probe: Variant['probe'],
): Variant & { readonly id: Id } => ({ id, description, probe })
