import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import type { Store } from '@giftcards/marketplace'
import { type Mount, toFailureAnswer } from '../http/index.ts'
import type { Metrics } from '../observe/create-metrics.ts'
import { serviceUnavailable } from '../partner/partner-failures.ts'
import { folderMounts } from './folder-mounts.ts'

const docsFolder = new URL('./', import.meta.resolve('@giftcards/docs/dist/index.html'))

const get = (path: string, handler: Mount['handler']): Mount => ({ method: 'GET', path, handler })

/** What the server answers beside the API, without partner headers (decision: how it is started). */
export function createServiceMounts(store: Store, metrics: Metrics, isSandbox: boolean): readonly Mount[] {
  return [
    get('/healthz', () => ({ status: 200, body: { status: 'ok' } })),
    get('/readyz', async () => {
      try {
        await store.ping()
        return { status: 200, body: { status: 'ready' } }
      } catch {
        return toFailureAnswer(serviceUnavailable)
      }
    }),
    get('/metrics', async () => ({ status: 200, ...(await metrics.text()) })),
    get('/openapi.json', () => ({ status: 200, body: openapiDocument })),
    ...(isSandbox ? [get('/__sandbox/openapi.json', () => ({ status: 200, body: sandboxDocument }))] : []),
    ...folderMounts('/docs', docsFolder),
  ]
}
