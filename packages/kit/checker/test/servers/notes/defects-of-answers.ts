import { fault } from '../kernel/deviation.ts'
import { answerInstead, editJson, onlyWith, withHeader, withoutHeader } from '../kernel/spoils.ts'

/** Responses that do not look as the document says. */
export const defectsOfAnswers = [
  // Tells null in place of the notes behind the third.
  fault('long-lists-are-null', 'D06', 'notes.list', ['response-schema-conformance']),
  // Tells a property that the document does not know, for one kind of note only.
  fault(
    'checklist-tells-progress',
    'D07',
    'notes.get',
    ['undocumented-properties', 'response-schema-conformance'],
    {
      spoil: editJson<{ readonly note: { readonly kind: string } }>((value) =>
        value.note.kind === 'checklist' ? { ...value, note: { ...value.note, progress: 0.5 } } : value,
      ),
    },
  ),
  // Puts a value of the wrong form into an optional header.
  fault('next-page-in-other-words', 'D10', 'notes.list', ['response-headers-conformance'], {
    spoil: (reply, request) =>
      reply.headers.link === undefined ? reply : withHeader('link', '/notes.list?page=2')(reply, request),
  }),
  fault('session-without-cookie', 'D10', 'POST /login', ['response-headers-conformance'], {
    spoil: withoutHeader('set-cookie'),
  }),
  // Does not ask for a session.
  fault('settings-for-everybody', 'D21', 'GET /settings', ['ignored-auth', 'invalid-auth'], {
    edit: { at: '/paths/~1settings/get/security', to: [] },
  }),
  fault(
    'settings-not-there-for-head',
    'D35',
    'settings.head',
    ['method-not-allowed-declared', 'head-mismatch', 'operation-never-succeeded'],
    {
      spoil: (reply) => ({
        status: 405,
        headers: { ...reply.headers, allow: 'GET, PUT, OPTIONS' },
        body: undefined,
      }),
    },
  ),
  // Tells an error in another shape than the one of its family of statuses.
  fault('unknown-note-told-without-ok', 'D33', 'notes.get', ['error-body-conformance'], {
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"reason":"not_found"}')),
  }),
  // Leads elsewhere, which the document does not know.
  fault('unknown-note-moves', 'D03', 'notes.get', ['status-code-conformance'], {
    spoil: onlyWith(404, () => ({ status: 302, headers: { location: '/login' }, body: undefined })),
  }),
]
