import type { RequestListener } from 'node:http'
import type { BoundApi, Mount } from '@contract-kit/express'
import type { Metrics } from './create-metrics.ts'
import type { Tracing } from './tracing.ts'

/** The same handler, with each request counted while it is served and followed by its trace. */
export function observeHandler(
  handler: RequestListener,
  { metrics, tracing }: { readonly metrics: Metrics; readonly tracing: Tracing },
): RequestListener {
  return (request, response) => {
    response.once('close', metrics.beginRequest())
    tracing.serve(request, response, () => handler(request, response))
  }
}

/** The same API; its requests are known by the path template of their operation. */
export function traceApi(api: BoundApi, tracing: Tracing): BoundApi {
  return {
    ...api,
    run(exchange) {
      tracing.arriveAt(exchange.operation.path, exchange.facts)
      return api.run(exchange)
    },
  }
}

/** The same route; its requests are known by its path. */
export function traceMount(mount: Mount, tracing: Tracing): Mount {
  return {
    ...mount,
    handler(facts) {
      tracing.arriveAt(mount.path, facts)
      return mount.handler(facts)
    },
  }
}
