import { describeExamples, type DescribeExamplesOptions } from '@contract-kit/checker/vitest'
import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll } from 'vitest'
import {
  checkExchange,
  createFailingStore,
  type ServerOnDatabase,
  startSandbox,
  startServerOn,
} from '@giftcards/test-harness'
import { documentPath, requestExample } from './documents.ts'
import { partnerHeaders, type Stage, states } from './states.ts'

let stage: Stage
let guarded: ServerOnDatabase

beforeAll(async () => {
  const store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  const sandbox = await startSandbox({}, { store })
  guarded = await startServerOn({
    SANDBOX_SEED: 'tests',
    SANDBOX_KEY: 'examples-sandbox-key',
    DATABASE_URL: 'sqlite::memory:',
  })
  stage = { sandbox, store, requestExample }
})

afterAll(async () => {
  stage.store.recover()
  await stage.sandbox.close()
  await guarded.close()
})

/** A real time in UTC, with milliseconds. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const options: Omit<DescribeExamplesOptions, 'document'> = {
  baseUrl: () => stage.sandbox.url,
  reset: () => stage.sandbox.reset(),
  states: Object.fromEntries(
    Object.entries(states).map(([name, reach]) => [
      name,
      async ({ example }) => {
        const { partner, known, end } = await reach(stage)
        return {
          ids: known,
          headers: example.path.startsWith('/__sandbox/')
            ? {}
            : partnerHeaders(example.operationId, partner.token),
          ...(name === 'sandbox-key-set' ? { baseUrl: guarded.url } : {}),
          end: () => {
            stage.store.recover()
            return end?.()
          },
        }
      },
    ]),
  ),
  // The clock of the sandbox is frozen, so times are compared.
  varyingFormats: ['uuid'],
  varying: {
    access_token: /^[\w-]+\.[\w-]+\.[\w-]+$/,
    number: /(?<=^\*{4})\d{4}$|(?<=^9999)\d{12}$/,
    pin: /^\d{4}$/,
    contents: /(?<=^\d{4})\d{12}$/,
    durationMs: 'type',
    // The id of a cart in a logged body.
    text: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    version: /^[\w-]{22}$/,
    startedAt: isoTime,
    resetAt: isoTime,
    clockOffsetSeconds: 'type',
    // Jobs run concurrently with the requests.
    working: 'type',
    waiting: 'type',
    // A running clock returns a different time for each request.
    now: (value, { frozen }) => (frozen === false ? typeof value : value),
  },
  errorCode: ({ headers }) => headers.get('x-error-code'),
  verify: (response, { operationId }) => checkExchange(operationId, response),
}

await describeExamples({ ...options, name: 'examples of openapi', document: documentPath('openapi') })
await describeExamples({ ...options, name: 'examples of sandbox', document: documentPath('sandbox') })
