import type { SandboxMethods } from '../generated/sandbox-methods.ts'
import { operationRows } from '../generated/sandbox-operations.ts'
import type { ConnectionOptions } from './client-options.ts'
import { createSender, type Sender } from './create-sender.ts'
import { toLogger } from './to-logger.ts'
import { toMethods } from './to-methods.ts'

/** What a client of the sandbox controls takes. */
export interface SandboxClientOptions extends ConnectionOptions {
  /** The value of `SANDBOX_KEY`, sent as `x-sandbox-key`; not needed on the machine of the sandbox itself. */
  readonly sandboxKey?: string | undefined
}

/** A client of the sandbox controls: one method for each, without a session. */
export type SandboxClient = SandboxMethods

/** A client that can be used at once. Its options are read once. */
export function createSandboxClient(options: SandboxClientOptions): SandboxClient {
  const headers = { 'x-sandbox-key': options.sandboxKey }
  const send = withKey(createSender(options, headers, toLogger(options.logger)))
  // The table has a row for each method of the interface: both are generated from one document.
  return toMethods(operationRows, send) as unknown as SandboxMethods
}

/** Sends what takes an `Idempotency-Key` with one, so that a lost answer can be asked for again. */
function withKey(send: Sender): Sender {
  return (call) => {
    if (call.row[2] !== 2) return send(call)
    const idempotencyKey = call.options.idempotencyKey ?? crypto.randomUUID()
    return send({ ...call, options: { ...call.options, idempotencyKey } })
  }
}
