import type { Handler } from '@contract-kit/express'
import type { operations, SandboxOperationId } from '@giftcards/contract/sandbox'
import type { MarketplaceDeps } from '@giftcards/marketplace'
import type { ServiceClock } from '../../clock.ts'
import type { OriginalRequest, ReplayOptions } from '../request-log/replay.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { StatusSource } from '../status.ts'

/** The context of the sandbox controls. */
export interface SandboxContext {
  readonly marketplace: MarketplaceDeps
  readonly clock: ServiceClock
  readonly requests: RequestLog
  readonly status: Pick<StatusSource, 'read'>
  /** Sends a request to this server again; its number in the log. */
  readonly replay: (original: OriginalRequest, options: Omit<ReplayOptions, 'address'>) => Promise<number>
  /** Has done what is due when it resolves: expired carts are released, and jobs run. It does not wait long for an issuer that is away. */
  readonly doDueWork: () => Promise<void>
  /** Puts the published data back and forgets all throttles. */
  readonly reset: () => Promise<void>
}

/** Response headers that middleware sets, so that no control needs to. */
export type ProvidedHeaders = 'x-request-id' | 'cache-control'

/** One sandbox control. */
export type Control<Id extends SandboxOperationId> = Handler<operations, Id, SandboxContext, ProvidedHeaders>

/** How many entries a list shows where the caller names no limit. */
export const defaultLimit = 50
