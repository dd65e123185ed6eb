import type { CheckoutOptions } from './call-options.ts'
import type { OperationRow } from './operation-row.ts'

/** A call to be sent. */
export interface OutgoingCall {
  readonly operationId: string
  readonly row: OperationRow
  readonly input: Readonly<Record<string, unknown>>
  readonly options: CheckoutOptions
  /** The session token, where there is one. */
  readonly token?: string | undefined
  /** Told of every answer, errors too; a promise that it gives is awaited before the call goes on. */
  readonly onAnswer?: ((status: number, headers: Headers) => Promise<void> | undefined) | undefined
}
