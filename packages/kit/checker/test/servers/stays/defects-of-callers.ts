import { fault, wrongCredentialAccepted } from '../kernel/deviation.ts'

/** Callers who may do more than they should. */
export const defectsOfCallers = [
  fault('quotes-for-everybody', 'D66', 'create_quote', ['ignored-auth', 'invalid-auth'], {
    edit: { at: '/paths/~1quotes/post/security', to: [] },
  }),
  // Looks whether there is a key in the query, and not which.
  fault('any-partner-key-will-do', 'D66', 'get_quote', wrongCredentialAccepted),
  fault('first-half-of-a-token-will-do', 'D66', 'create_guest', wrongCredentialAccepted),
  fault('longer-tokens-will-do', 'D66', 'list_bookings', wrongCredentialAccepted),
  fault('tokens-in-any-case-will-do', 'D66', 'get_guest', wrongCredentialAccepted),
  fault('any-scheme-will-do', 'D66', 'search_bookings', wrongCredentialAccepted),
  // Does not ask for the scope that only managers have.
  fault('desks-change-the-settings', 'D66', 'put_settings', ['credential-scope']),
  fault('bookings-of-others-can-be-read', 'D66', 'get_booking', ['credential-scope']),
  fault('guests-of-others-can-be-changed', 'D66', 'update_guest', ['credential-scope']),
  // Finds guests of all hotels where a text is searched for.
  fault('lists-tell-of-other-hotels', 'D66', 'list_guests', ['credential-scope']),
]
