import { defineDefects } from '../kernel/deviation.ts'
import { asReader, asSouth, seeded, still, webhook } from './samples.ts'

const batch = { items: [{ op: 'tag', sceneId: seeded.scene.slice(8), tag: 'urgent' }] }

/** Callers who may do what they must not. */
export const defectsOfCredentials = defineDefects([
  {
    id: 'events-ask-nobody',
    class: 'D66',
    operationId: 'streamEvents',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    probe: async (send) => void (await send('GET', `${seeded.done}/events`, { anonymous: true })),
  },
  {
    id: 'tokens-in-any-case',
    class: 'D66',
    operationId: 'getScene',
    description: 'Takes a token in other case than it was given.',
    expectedChecks: ['weak-credential'],
    probe: async (send) =>
      void (await send('GET', seeded.scene, { headers: { authorization: 'Bearer NORTH-FULL-7F3A' } })),
  },
  {
    id: 'expired-tokens-work',
    class: 'D66',
    operationId: 'putNotes',
    description: 'Takes a token that has expired.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => {
      const headers = { authorization: 'Bearer north-Late-55d0', 'content-type': 'text/plain' }
      await send('PUT', `${seeded.scene}/notes`, { body: 'Fog.', headers })
    },
  },
  {
    id: 'key-prefix-suffices',
    class: 'D66',
    operationId: 'startRender',
    description: 'Takes the beginning of a key for the key.',
    expectedChecks: ['weak-credential'],
    probe: async (send) => {
      const headers = { 'x-farm-key': 'farm-key' }
      await send('POST', `${seeded.scene}/renders`, { json: still, headers, anonymous: true })
    },
  },
  {
    id: 'key-with-more-behind-works',
    class: 'D66',
    operationId: 'getWebhook',
    description: 'Takes a key with anything behind it.',
    expectedChecks: ['weak-credential'],
    probe: async (send) => {
      const headers = { 'x-farm-key': 'farm-key-north-31x' }
      await send('GET', seeded.webhook, { headers, anonymous: true })
    },
  },
  {
    id: 'readers-may-cancel',
    class: 'D66',
    operationId: 'cancelRender',
    description: 'Lets a token without the scope act.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('POST', `${seeded.queued}/cancel`, { headers: asReader })),
  },
  {
    id: 'any-scheme-carries-a-token',
    class: 'D66',
    operationId: 'deleteWebhook',
    description: 'Takes a token whatever scheme it is sent by.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('DELETE', seeded.webhook, { headers: { authorization: 'Basic north-Full-7f3a' } })),
  },
  {
    id: 'scenes-of-others-are-read',
    class: 'D66',
    operationId: 'getScene',
    description: 'Lets an account read the scenes of others.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', seeded.scene, { headers: asSouth })),
  },
  {
    id: 'webhooks-of-others-are-replaced',
    class: 'D66',
    operationId: 'replaceWebhook',
    description: 'Lets an account replace a webhook of others, which it cannot read.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: webhook, headers: asSouth })),
  },
  {
    id: 'batch-changes-scenes-of-others',
    class: 'D66',
    operationId: 'changeScenes',
    description: 'Does not ask in a batch whose scenes they are.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('POST', '/scene-batches', { json: batch, headers: asSouth })),
  },
])
