import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** One span in the JSON encoding of OTLP. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  /** 1 internal, 2 server. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** 0 unset, 2 error. */
  readonly status: { readonly code: number; readonly message?: string }
  readonly events: readonly unknown[]
}

/** A trace collector that accepts OTLP over HTTP and stores what it receives. */
export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The attributes of the services that sent the spans. */
  readonly resources: readonly Readonly<Record<string, unknown>>[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** Everything that was received, as text. */
  readonly text: string
  close(): Promise<void>
}

interface OtlpAttribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
type Attributed<Part> = Omit<Part, 'attributes'> & { readonly attributes: readonly OtlpAttribute[] }
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: Attributed<object>
    readonly scopeSpans: readonly { readonly spans: readonly Attributed<CollectedSpan>[] }[]
  }[]
}

/** Starts a collector on a free port. It responds with `status`, or never if that is `null`. */
export async function startCollector(status: number | null = 200): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const resources: Readonly<Record<string, unknown>>[] = []
  const headers: IncomingHttpHeaders[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers)
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      texts.push(text)
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
      for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpRequest).resourceSpans) {
        resources.push(toRecord(resource.attributes))
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, attributes: toRecord(span.attributes) })
        }
      }
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    get text() {
      return texts.join('\n')
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const toRecord = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]))

function toValue(value: Readonly<Record<string, unknown>>): unknown {
  const { arrayValue } = value as { arrayValue?: { values: readonly Readonly<Record<string, unknown>>[] } }
  return arrayValue === undefined ? Object.values(value)[0] : arrayValue.values.map(toValue)
}
