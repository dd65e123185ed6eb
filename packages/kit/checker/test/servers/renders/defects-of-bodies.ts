import { fault, invalidAccepted, patchNotMerged, textChanged, wrongDefault } from '../kernel/deviation.ts'
import { seeded, still, webhook } from './samples.ts'

/** Bodies that are judged wrongly, and values that are not kept as they were sent. */
export const defectsOfBodies = [
  fault('accepts-still-of-no-height', 'D50', 'startRender', invalidAccepted),
  fault('accepts-animation-at-any-speed', 'D50', 'startRender', invalidAccepted),
  fault('accepts-layer-twice', 'D50', 'startRender', invalidAccepted),
  // Does not look at the length that a schema taken up by `allOf` asks for.
  fault('accepts-long-label', 'D50', 'startRender', invalidAccepted),
  // Takes the bound that is excluded, in the camera that no discriminator names.
  fault('accepts-scale-of-zero', 'D50', 'createScene', invalidAccepted),
  // Does not look at the form of one of the fields of which there must be any.
  fault('accepts-any-tag-in-filter', 'D50', 'createWebhook', invalidAccepted),
  // Takes an object none of whose alternatives is kept.
  fault('accepts-empty-filter', 'D50', 'replaceWebhook', invalidAccepted),
  fault('accepts-any-header-name', 'D50', 'createWebhook', invalidAccepted),
  fault('replaces-with-no-events', 'D50', 'replaceWebhook', invalidAccepted),
  // Takes unknown properties in one kind of item.
  fault('overlooks-more-in-archive-item', 'D50', 'changeScenes', ['negative-data-rejection']),
  fault('accepts-high-priority-in-batch', 'D50', 'changeScenes', ['negative-data-rejection']),
  fault('accepts-empty-change', 'D50', 'updateScene', ['negative-data-rejection']),
  // Takes null as if nothing had been sent.
  fault('accepts-null-priority', 'D51', 'createScene', ['negative-data-rejection']),
  // Refuses null where one of the alternatives is null.
  fault('refuses-null-budget', 'D51', 'createScene', ['positive-data-acceptance', 'example-conformance']),
  fault('patch-overlooks-null-deadline', 'D51', 'updateScene', patchNotMerged),
  fault('null-description-becomes-text', 'D51', 'updateScene', patchNotMerged),
  fault('names-lose-emoji', 'D52', 'createScene', textChanged),
  fault('patched-names-are-latin-1', 'D52', 'updateScene', [
    'text-round-trip',
    'read-your-write',
    'patch-merges',
  ]),
  fault('nul-ends-a-description', 'D52', 'createScene', textChanged),
  // Drops the marks that turn the direction of writing.
  fault('labels-lose-marks', 'D52', 'startRender', textChanged, {
    probe: async (send) =>
      void (await send('POST', `${seeded.scene}/renders`, { json: { ...still, label: '\u202eabc\u202c' } })),
  }),
  fault('header-values-are-trimmed', 'D52', 'createWebhook', textChanged, {
    probe: async (send) =>
      void (await send('POST', '/webhooks', { json: { ...webhook, headers: { 'X-Studio': ' a ' } } })),
  }),
  fault('long-notes-are-cut', 'D52', 'putNotes', textChanged),
  fault('priority-defaults-to-zero', 'D65', 'createScene', wrongDefault),
  fault('webhooks-begin-inactive', 'D65', 'createWebhook', wrongDefault),
  // Tells another default when a render is read than when it was started.
  fault('quality-is-draft-when-read', 'D65', 'getRender', ['default-differs', 'read-your-write'], {
    probe: async (send) => {
      const made = await send('POST', `${seeded.scene}/renders`, { json: still })
      await send('GET', `${seeded.scene}/renders/${made.json.id}`)
    },
  }),
  fault('priority-in-text-is-taken', 'D69', 'createScene', ['string-coerced', 'negative-data-rejection']),
  fault('truth-as-text', 'D69', 'updateScene', [
    'string-coerced',
    'negative-data-rejection',
    'response-schema-conformance',
  ]),
  fault('names-are-counted-in-utf-16', 'D69', 'createScene', ['length-in-utf16', 'positive-data-acceptance']),
  fault('notes-are-counted-in-bytes', 'D69', 'putNotes', ['length-in-utf16', 'positive-data-acceptance']),
]
