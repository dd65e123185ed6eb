import { defineDefects } from '../kernel/deviation.ts'
import { plain, merge, scene, seeded, still, webhook } from './samples.ts'

/** Bodies that are judged wrongly, and values that are not kept as they were sent. */
export const defectsOfBodies = defineDefects([
  {
    id: 'accepts-still-of-no-height',
    class: 'D50',
    operationId: 'startRender',
    description: 'Does without what one kind of output needs.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const output = { kind: 'still', format: 'png', width: 64 }
      await send('POST', `${seeded.scene}/renders`, { json: { ...still, output } })
    },
  },
  {
    id: 'accepts-animation-at-any-speed',
    class: 'D50',
    operationId: 'startRender',
    description: 'Takes any greatest number in one kind of output.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const output = { kind: 'animation', first: 1, last: 2, fps: 241 }
      await send('POST', `${seeded.scene}/renders`, { json: { ...still, output } })
    },
  },
  {
    id: 'accepts-layer-twice',
    class: 'D50',
    operationId: 'startRender',
    description: 'Takes the same item twice in one kind of output.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const output = { kind: 'layers', layers: ['depth', 'depth'] }
      await send('POST', `${seeded.scene}/renders`, { json: { ...still, output } })
    },
  },
  {
    id: 'accepts-long-label',
    class: 'D50',
    operationId: 'startRender',
    description: 'Does not look at the length that a schema taken up by `allOf` asks for.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', `${seeded.scene}/renders`, { json: { ...still, label: 'x'.repeat(61) } })),
  },
  {
    id: 'accepts-scale-of-zero',
    class: 'D50',
    operationId: 'createScene',
    description: 'Takes the bound that is excluded, in the camera that no discriminator names.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, camera: { scale: 0 } } })),
  },
  {
    id: 'accepts-any-tag-in-filter',
    class: 'D50',
    operationId: 'createWebhook',
    description: 'Does not look at the form of one of the fields of which there must be any.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/webhooks', { json: { ...webhook, filter: { tag: 'Not A Tag' } } })),
  },
  {
    id: 'accepts-empty-filter',
    class: 'D50',
    operationId: 'replaceWebhook',
    description: 'Takes an object none of whose alternatives is kept.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: { ...webhook, filter: {} } })),
  },
  {
    id: 'accepts-any-header-name',
    class: 'D50',
    operationId: 'createWebhook',
    description: 'Does not look at the names of a map.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/webhooks', { json: { ...webhook, headers: { Cookie: 'a=b' } } })),
  },
  {
    id: 'replaces-with-no-events',
    class: 'D50',
    operationId: 'replaceWebhook',
    description: 'Takes an empty list when replacing, which it refuses when creating.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: { ...webhook, events: [] } })),
  },
  {
    id: 'overlooks-more-in-archive-item',
    class: 'D50',
    operationId: 'changeScenes',
    description: 'Takes unknown properties in one kind of item.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => {
      const item = { op: 'archive', sceneId: seeded.scene.slice(8), tag: 'urgent' }
      await send('POST', '/scene-batches', { json: { items: [item] } })
    },
  },
  {
    id: 'accepts-high-priority-in-batch',
    class: 'D50',
    operationId: 'changeScenes',
    description: 'Takes numbers above the greatest in one kind of item, which it refuses elsewhere.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => {
      const item = { op: 'reprioritize', sceneId: seeded.scene.slice(8), priority: 101 }
      await send('POST', '/scene-batches', { json: { items: [item] } })
    },
  },
  {
    id: 'accepts-empty-change',
    class: 'D50',
    operationId: 'updateScene',
    description: 'Takes a change without anything in it.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({}))),
  },
  {
    id: 'accepts-null-priority',
    class: 'D51',
    operationId: 'createScene',
    description: 'Takes null as if nothing had been sent.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, priority: null } })),
  },
  {
    id: 'refuses-null-budget',
    class: 'D51',
    operationId: 'createScene',
    description: 'Refuses null where one of the alternatives is null.',
    expectedChecks: ['positive-data-acceptance', 'example-conformance'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, budget: null } })),
  },
  {
    id: 'patch-overlooks-null-deadline',
    class: 'D51',
    operationId: 'updateScene',
    description: 'Keeps the old value where a change says null.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => {
      await send('PATCH', seeded.scene, merge({ deadline: '2026-03-01T18:00:00Z' }))
      await send('PATCH', seeded.scene, merge({ deadline: null }))
    },
  },
  {
    id: 'null-description-becomes-text',
    class: 'D51',
    operationId: 'updateScene',
    description: 'Keeps the text "null" where a change says null.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ description: null }))),
  },
  {
    id: 'names-lose-emoji',
    class: 'D52',
    operationId: 'createScene',
    description: 'Keeps a question mark for every character above U+FFFF.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: 'Quay 🚢' } })),
  },
  {
    id: 'patched-names-are-latin-1',
    class: 'D52',
    operationId: 'updateScene',
    description: 'Keeps the lowest byte of each unit of a changed text.',
    expectedChecks: ['text-round-trip', 'read-your-write', 'patch-merges'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ name: 'Gdańsk' }))),
  },
  {
    id: 'nul-ends-a-description',
    class: 'D52',
    operationId: 'createScene',
    description: 'Keeps a text up to U+0000.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, description: 'one\u0000two' } })),
  },
  {
    id: 'labels-lose-marks',
    class: 'D52',
    operationId: 'startRender',
    description: 'Drops the marks that turn the direction of writing.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('POST', `${seeded.scene}/renders`, { json: { ...still, label: '\u202eabc\u202c' } })),
  },
  {
    id: 'header-values-are-trimmed',
    class: 'D52',
    operationId: 'createWebhook',
    description: 'Removes the spaces around the values of a map.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) =>
      void (await send('POST', '/webhooks', { json: { ...webhook, headers: { 'X-Studio': ' a ' } } })),
  },
  {
    id: 'long-notes-are-cut',
    class: 'D52',
    operationId: 'putNotes',
    description: 'Keeps a thousand characters of a text that may have more.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', `${seeded.scene}/notes`, plain('x'.repeat(1500)))
      await send('GET', `${seeded.scene}/notes`)
    },
  },
  {
    id: 'priority-defaults-to-zero',
    class: 'D65',
    operationId: 'createScene',
    description: 'Takes 0 where the documented default is 50.',
    expectedChecks: ['default-differs', 'default-not-applied'],
    probe: async (send) => void (await send('POST', '/scenes', { json: scene })),
  },
  {
    id: 'webhooks-begin-inactive',
    class: 'D65',
    operationId: 'createWebhook',
    description: 'Takes false where the documented default is true.',
    expectedChecks: ['default-differs', 'default-not-applied'],
    probe: async (send) => void (await send('POST', '/webhooks', { json: webhook })),
  },
  {
    id: 'quality-is-draft-when-read',
    class: 'D65',
    operationId: 'getRender',
    description: 'Tells another default when a render is read than when it was started.',
    expectedChecks: ['default-differs', 'read-your-write'],
    probe: async (send) => {
      const made = await send('POST', `${seeded.scene}/renders`, { json: still })
      await send('GET', `${seeded.scene}/renders/${made.json.id}`)
    },
  },
  {
    id: 'priority-in-text-is-taken',
    class: 'D69',
    operationId: 'createScene',
    description: 'Takes a number that was sent as text.',
    expectedChecks: ['string-coerced', 'negative-data-rejection'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, priority: '7' } })),
  },
  {
    id: 'truth-as-text',
    class: 'D69',
    operationId: 'updateScene',
    description: 'Takes "true" for true, and keeps the text.',
    expectedChecks: ['string-coerced', 'negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ isArchived: 'true' }))),
  },
  {
    id: 'names-are-counted-in-utf-16',
    class: 'D69',
    operationId: 'createScene',
    description: 'Counts characters above U+FFFF twice, and refuses names that are short enough.',
    expectedChecks: ['length-in-utf16', 'positive-data-acceptance'],
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, name: '🚢'.repeat(80) } })),
  },
  {
    id: 'notes-are-counted-in-bytes',
    class: 'D69',
    operationId: 'putNotes',
    description: 'Counts bytes for characters, and refuses notes that are short enough.',
    expectedChecks: ['length-in-utf16', 'positive-data-acceptance'],
    probe: async (send) => void (await send('PUT', `${seeded.scene}/notes`, plain('é'.repeat(1500)))),
  },
])
