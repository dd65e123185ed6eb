import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { type Mount, pagePolicy, serviceUnavailable, toFailureAnswer } from '@contract-kit/express'
import type { Metrics } from '../observe/create-metrics.ts'
import type { Readiness } from '../observe/create-readiness.ts'
import { folderMounts, type FolderOptions } from './folder-mounts.ts'

const docsFolder = new URL('./', import.meta.resolve('@giftcards/docs/dist/index.html'))
const sandboxFolder = new URL('./', import.meta.resolve('@giftcards/sandbox/dist/index.html'))

/** A reader of the docs may send requests to what runs on the same machine: the mock, another sandbox. */
const tryItOptions: FolderOptions = {
  pageHeaders: { 'content-security-policy': pagePolicy(['http://127.0.0.1:*', 'http://localhost:*']) },
}

const get = (path: string, handler: Mount['handler']): Mount => ({ method: 'GET', path, handler })

/** What the server answers beside the API, without partner headers (decision: how it is started). */
export function createServiceMounts(
  readiness: Readiness,
  metrics: Metrics,
  isSandbox: boolean,
): readonly Mount[] {
  return [
    get('/healthz', () => ({ status: 200, body: { status: 'ok' } })),
    get('/readyz', async () =>
      (await readiness.isReady())
        ? { status: 200, body: { status: 'ready' } }
        : toFailureAnswer(serviceUnavailable),
    ),
    get('/metrics', async () => ({ status: 200, ...(await metrics.text()) })),
    get('/openapi.json', () => ({ status: 200, body: openapiDocument })),
    ...folderMounts('/docs', docsFolder, isSandbox ? tryItOptions : {}),
    ...(isSandbox ? sandboxMounts() : []),
  ]
}

/** What only a sandbox answers: the document of its controls, and the page on which it is watched and steered. */
function sandboxMounts(): readonly Mount[] {
  return [
    get('/__sandbox/openapi.json', () => ({ status: 200, body: sandboxDocument })),
    ...folderMounts('/sandbox', sandboxFolder),
  ]
}
