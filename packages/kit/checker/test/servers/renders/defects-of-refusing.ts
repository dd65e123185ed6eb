import { defineDefects } from '../kernel/deviation.ts'
import { asSouth, merge, scene, seeded, still, webhook } from './samples.ts'

/** Refusals that change something, and keys of requests that come again. */
export const defectsOfRefusing = defineDefects([
  {
    id: 'refused-scene-is-kept',
    class: 'D71',
    operationId: 'createScene',
    description: 'Keeps a scene before it is judged, and leaves it there when it is refused.',
    expectedChecks: ['failed-creation-leak'],
    probe: async (send) => {
      await send('POST', '/scenes', { json: { ...scene, priority: 101 } })
      await send('GET', '/scenes')
    },
  },
  {
    id: 'refused-change-is-kept',
    class: 'D71',
    operationId: 'updateScene',
    description: 'Changes the scene before it finds that the precondition does not hold.',
    expectedChecks: ['failed-change-side-effects', 'conditional-request'],
    probe: async (send) => {
      await send('PATCH', seeded.scene, merge({ priority: 1 }, { 'if-match': '"r9"' }))
      await send('GET', seeded.scene)
    },
  },
  {
    id: 'refused-batch-archives-the-first',
    class: 'D71',
    operationId: 'changeScenes',
    description: 'Does the first item of a batch that is refused.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      const items = [{ op: 'archive', sceneId: seeded.scene.slice(8) }, { op: 'burn' }]
      await send('POST', '/scene-batches', { json: { items } })
      await send('GET', seeded.scene)
    },
  },
  {
    id: 'refused-cancel-is-done',
    class: 'D71',
    operationId: 'cancelRender',
    description: 'Says 409 to who cancels a render that is done, and cancels it.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('POST', `${seeded.done}/cancel`)
      await send('GET', seeded.done)
    },
  },
  {
    id: 'repeated-key-makes-a-second-webhook',
    class: 'D74',
    operationId: 'createWebhook',
    description: 'Does not look at the idempotency key.',
    expectedChecks: ['idempotency-key', 'failed-creation-leak', 'resource-identity', 'conditional-request'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/webhooks', { json: webhook, headers })
      await send('POST', '/webhooks', { json: webhook, headers })
    },
  },
  {
    id: 'repeated-key-creates-in-secret',
    class: 'D74',
    operationId: 'createScene',
    description: 'Answers a repeated request as before, and yet makes a second scene.',
    expectedChecks: ['idempotency-key', 'failed-creation-leak', 'conditional-request'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/scenes', { json: scene, headers })
      await send('POST', '/scenes', { json: scene, headers })
      await send('GET', '/scenes')
    },
  },
  {
    id: 'key-with-another-body-is-replayed',
    class: 'D74',
    operationId: 'createScene',
    description: 'Answers another request by what was made for the first with its key.',
    expectedChecks: ['idempotency-key', 'read-your-write', 'conditional-request'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/scenes', { json: scene, headers })
      await send('POST', '/scenes', { json: { ...scene, name: 'Pier' }, headers })
    },
  },
  {
    id: 'keys-are-shared-by-accounts',
    class: 'D74',
    operationId: 'createWebhook',
    description: 'Tells one account what another made with the same key.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', '/webhooks', { json: webhook, headers })
      await send('POST', '/webhooks', { json: webhook, headers: { ...headers, ...asSouth } })
    },
  },
  {
    id: 'refused-request-uses-up-its-key',
    class: 'D74',
    operationId: 'startRender',
    description: 'Remembers the key of a request that was refused, and refuses the mended one.',
    expectedChecks: ['idempotency-key', 'conditional-request', 'positive-data-acceptance'],
    probe: async (send) => {
      const headers = { 'idempotency-key': 'key-00000001' }
      await send('POST', `${seeded.scene}/renders`, { json: {}, headers })
      await send('POST', `${seeded.scene}/renders`, { json: still, headers })
    },
  },
])
