import { type ClientOptions, createApiClient, type RawClient } from '@contract-kit/client'
import type { paths } from '@giftcards/contract/sandbox'
import { readPartnerError } from './errors.ts'
import { operations, type SandboxMethods } from './generated/sandbox-api.ts'

export type * from './generated/sandbox-api.ts'

/** The options of a client of the sandbox controls. */
export interface SandboxClientOptions extends Omit<ClientOptions, 'readError' | 'sequential' | 'session'> {
  /** The value of `SANDBOX_KEY`, sent as `x-sandbox-key`. Not needed on the machine of the sandbox itself. */
  readonly sandboxKey?: string | undefined
}

/** A client of the sandbox controls: one method for each, without a session. */
export interface SandboxClient extends SandboxMethods {
  /** The openapi-fetch client. */
  readonly raw: RawClient<paths>
}

/** Creates a client of the sandbox controls. Options are read once. */
export function createSandboxClient(options: SandboxClientOptions): SandboxClient {
  const { headers, sandboxKey } = options
  const key = sandboxKey === undefined ? {} : { 'x-sandbox-key': sandboxKey }
  return createApiClient<SandboxMethods, paths>(operations, {
    ...options,
    headers: { ...headers, ...key },
    readError: readPartnerError,
  })
}
