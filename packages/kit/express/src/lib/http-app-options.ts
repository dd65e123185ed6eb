import type { BoundApi } from './bind-api.ts'
import type { CrossOriginOptions } from './cross-origin.ts'
import type { Mount } from './mount.ts'
import type { ExchangeRecord } from './record-exchange.ts'
import type { RequestFacts } from './request-facts.ts'

/** How much one application takes on. */
export interface RequestLimits {
  /** The largest body taken, 256 KiB by default. */
  readonly bodyBytes?: number
  /**
   * How many requests for operations are worked on at one time, 256 by default. One more is answered 503 before any
   * work; mounts, such as probes, are answered all the same.
   */
  readonly concurrentRequests?: number
}

/** What an application is made of. */
export interface HttpAppOptions {
  /** Tried in order; a path that none of them has is 404. */
  readonly apis: readonly BoundApi[]
  /** Plain routes, before the APIs; none by default. */
  readonly mounts?: readonly Mount[]
  /** Called once for each request, after its answer. */
  readonly onExchange?: (record: ExchangeRecord) => void
  /** Called with what was thrown, or with an answer that broke its contract; the client sees only 500. */
  readonly onDefect?: (error: unknown, facts: RequestFacts) => void
  /** The source of request ids; random UUIDs by default. */
  readonly newRequestId?: () => string
  /** None of them may be exceeded. */
  readonly limits?: RequestLimits
  /** Addresses, ranges and names as Express' `trust proxy` takes them; nobody's `X-Forwarded-For` is believed by default. */
  readonly trustedProxies?: readonly string[]
  /** Off by default. */
  readonly cors?: CrossOriginOptions
}
