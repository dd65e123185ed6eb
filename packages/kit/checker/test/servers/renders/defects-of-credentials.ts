import { fault, wrongCredentialAccepted } from '../kernel/deviation.ts'

/** Callers who may do what they must not. */
export const defectsOfCredentials = [
  fault('events-ask-nobody', 'D66', 'streamEvents', ['ignored-auth', 'invalid-auth']),
  fault('tokens-in-any-case', 'D66', 'getScene', ['weak-credential']),
  fault('expired-tokens-work', 'D66', 'putNotes', wrongCredentialAccepted),
  fault('key-prefix-suffices', 'D66', 'startRender', ['weak-credential']),
  fault('key-with-more-behind-works', 'D66', 'getWebhook', ['weak-credential']),
  // Takes a bearer token in the query, where it ends up in logs.
  fault('token-in-the-query-works', 'D66', 'getRender', ['weak-credential']),
  // Knows tokens alone, though a key is documented to be enough.
  fault('keys-list-no-scenes', 'D66', 'listScenes', ['positive-data-acceptance']),
  fault('readers-may-cancel', 'D66', 'cancelRender', ['credential-scope']),
  fault('any-scheme-carries-a-token', 'D66', 'deleteWebhook', wrongCredentialAccepted),
  fault('scenes-of-others-are-read', 'D66', 'getScene', ['credential-scope']),
  fault('webhooks-of-others-are-replaced', 'D66', 'replaceWebhook', ['credential-scope']),
  fault('batch-changes-scenes-of-others', 'D66', 'changeScenes', ['credential-scope']),
]
