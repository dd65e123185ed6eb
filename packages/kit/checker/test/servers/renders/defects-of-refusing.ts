import { fault } from '../kernel/deviation.ts'
import { seeded, still } from './samples.ts'

/** Refusals that change something, and keys of requests that come again. */
export const defectsOfRefusing = [
  fault('refused-scene-is-kept', 'D71', 'createScene', ['failed-creation-leak']),
  fault('refused-change-is-kept', 'D71', 'updateScene', [
    'failed-change-side-effects',
    'conditional-request',
  ]),
  fault('refused-batch-archives-the-first', 'D71', 'changeScenes', ['failed-change-side-effects']),
  fault('refused-cancel-is-done', 'D71', 'cancelRender', ['failed-change-side-effects']),
  fault('repeated-key-makes-a-second-webhook', 'D74', 'createWebhook', [
    'idempotency-key',
    'failed-creation-leak',
    'resource-identity',
    'conditional-request',
  ]),
  // Answers a repeated request as before, and yet makes a second scene.
  fault('repeated-key-creates-in-secret', 'D74', 'createScene', [
    'idempotency-key',
    'failed-creation-leak',
    'conditional-request',
  ]),
  fault('key-with-another-body-is-replayed', 'D74', 'createScene', [
    'idempotency-key',
    'read-your-write',
    'conditional-request',
  ]),
  fault('keys-are-shared-by-accounts', 'D74', 'createWebhook', ['credential-scope']),
  // Remembers the key of a request that was refused, and refuses the corrected one.
  fault(
    'refused-request-uses-up-its-key',
    'D74',
    'startRender',
    ['idempotency-key', 'conditional-request', 'positive-data-acceptance'],
    {
      probe: async (send) => {
        const headers = { 'idempotency-key': 'key-00000001' }
        await send('POST', `${seeded.scene}/renders`, { json: {}, headers })
        await send('POST', `${seeded.scene}/renders`, { json: still, headers })
      },
    },
  ),
]
