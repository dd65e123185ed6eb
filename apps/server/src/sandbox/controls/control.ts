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
  /** Replays a request to this server, and returns the number of the replay in the log. */
  readonly replay: (original: OriginalRequest, options: Omit<ReplayOptions, 'address'>) => Promise<number>
  /** Does all due work: releases expired carts, and runs jobs. Waits only briefly for an unavailable issuer. */
  readonly doDueWork: () => Promise<void>
  /** Restores the published data and clears all throttles. */
  readonly reset: () => Promise<void>
}

/** Response headers that middleware sets, so controls need not set them. */
export type ProvidedHeaders = 'x-request-id' | 'cache-control'

/** One sandbox control. */
export type Control<Id extends SandboxOperationId> = Handler<operations, Id, SandboxContext, ProvidedHeaders>

/** The default limit of a list. */
export const defaultLimit = 50
