import type { BoundApi } from './bind-api.ts'
import type { CrossOriginOptions } from './cross-origin.ts'
import type { Mount } from './mount.ts'
import type { ExchangeRecord } from './record-exchange.ts'
import type { RequestFacts } from './request-facts.ts'

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
  /** `bodyBytes`: the largest body taken, 256 KiB by default. */
  readonly limits?: { readonly bodyBytes: number }
  /** Off by default. */
  readonly cors?: CrossOriginOptions
}
