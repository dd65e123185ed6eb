import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, editJson, onlyWith, withHeader, withoutHeader } from '../kernel/spoils.ts'
import { checklist } from './samples.ts'

/** Responses that do not look as the document says. */
export const defectsOfAnswers = defineDefects([
  {
    id: 'long-lists-are-null',
    class: 'D06',
    operationId: 'notes.list',
    description: 'Tells null in place of the notes behind the third.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => void (await send('GET', '/notes.list?count=4')),
  },
  {
    id: 'checklist-tells-progress',
    class: 'D07',
    operationId: 'notes.get',
    description: 'Tells a property that the document does not know, for one kind of note only.',
    expectedChecks: ['undocumented-properties', 'response-schema-conformance'],
    spoil: editJson<{ readonly note: { readonly kind: string } }>((value) =>
      value.note.kind === 'checklist' ? { ...value, note: { ...value.note, progress: 0.5 } } : value,
    ),
    probe: async (send) => {
      const made = await send('POST', '/notes.create', { json: checklist })
      await send('GET', `/notes.get?id=${made.json.note?.id}`)
    },
  },
  {
    id: 'next-page-in-other-words',
    class: 'D10',
    operationId: 'notes.list',
    description: 'Puts a value of the wrong form into an optional header.',
    expectedChecks: ['response-headers-conformance'],
    spoil: (reply, request) =>
      reply.headers.link === undefined ? reply : withHeader('link', '/notes.list?page=2')(reply, request),
    probe: async (send) => void (await send('GET', '/notes.list?count=2')),
  },
  {
    id: 'session-without-cookie',
    class: 'D10',
    operationId: 'POST /login',
    description: 'Begins a session and forgets to hand over the cookie.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withoutHeader('set-cookie'),
    probe: async (send) => void (await send('POST', '/login', { json: { user: 'demo', pin: '2468' } })),
  },
  {
    id: 'settings-for-everybody',
    class: 'D21',
    operationId: 'GET /settings',
    description: 'Does not ask for a session.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    edit: { at: '/paths/~1settings/get/security', to: [] },
    probe: async (send) => void (await send('GET', '/settings', { anonymous: true })),
  },
  {
    id: 'settings-not-there-for-head',
    class: 'D35',
    operationId: 'settings.head',
    description: 'Answers 405 on the HEAD that the document declares.',
    expectedChecks: ['method-not-allowed-declared', 'head-mismatch', 'operation-never-succeeded'],
    spoil: (reply) => ({
      status: 405,
      headers: { ...reply.headers, allow: 'GET, PUT, OPTIONS' },
      body: undefined,
    }),
    probe: async (send) => void (await send('HEAD', '/settings')),
  },
  {
    id: 'unknown-note-told-without-ok',
    class: 'D33',
    operationId: 'notes.get',
    description: 'Tells an error in another shape than the one of its family of statuses.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"reason":"not_found"}')),
    probe: async (send) => void (await send('GET', '/notes.get?id=60000000-0000-4000-8000-000000000099')),
  },
  {
    id: 'unknown-note-moves',
    class: 'D03',
    operationId: 'notes.get',
    description: 'Leads elsewhere, which the document does not know.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(404, () => ({ status: 302, headers: { location: '/login' }, body: undefined })),
    probe: async (send) => void (await send('GET', '/notes.get?id=60000000-0000-4000-8000-000000000099')),
  },
])
