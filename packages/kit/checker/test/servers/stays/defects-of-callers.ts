import { defineDefects } from '../kernel/deviation.ts'
import { tokens } from './tokens.ts'
import { asCaller, change, guest, quote, seeded, settings } from './samples.ts'

/** Callers who may do more than they should. */
export const defectsOfCallers = defineDefects([
  {
    id: 'quotes-for-everybody',
    class: 'D66',
    operationId: 'create_quote',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    edit: { at: '/paths/~1quotes/post/security', to: [] },
    probe: async (send) => void (await send('POST', '/quotes', { json: quote, anonymous: true })),
  },
  {
    id: 'any-partner-key-will-do',
    class: 'D66',
    operationId: 'get_quote',
    description: 'Looks whether there is a key in the query, and not which.',
    expectedChecks: ['invalid-auth', 'weak-credential'],
    probe: async (send) =>
      void (await send('GET', `/quotes/${seeded.quote}?api_key=none`, { anonymous: true })),
  },
  {
    id: 'first-half-of-a-token-will-do',
    class: 'D66',
    operationId: 'create_guest',
    description: 'Takes the beginning of a token for all of it.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/guests', { json: guest, ...asCaller(tokens.manager.slice(0, -2)) })),
  },
  {
    id: 'longer-tokens-will-do',
    class: 'D66',
    operationId: 'list_bookings',
    description: 'Takes a token with something behind it.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => void (await send('GET', '/bookings', asCaller(`${tokens.manager}xx`))),
  },
  {
    id: 'tokens-in-any-case-will-do',
    class: 'D66',
    operationId: 'get_guest',
    description: 'Takes a token in small letters.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('GET', `/guests/${seeded.guest}`, asCaller(tokens.manager.toLowerCase()))),
  },
  {
    id: 'any-scheme-will-do',
    class: 'D66',
    operationId: 'search_bookings',
    description: 'Takes the token under another scheme than Bearer.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/bookings/search', {
        json: {},
        headers: { authorization: `Basic ${tokens.manager}` },
      })),
  },
  {
    id: 'desks-change-the-settings',
    class: 'D66',
    operationId: 'put_settings',
    description: 'Does not ask for the scope that only managers have.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => {
      await send('PUT', '/settings', { json: settings, ...asCaller(tokens.desk) })
    },
  },
  {
    id: 'bookings-of-others-can-be-read',
    class: 'D66',
    operationId: 'get_booking',
    description: 'Tells a booking to the other hotel.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', `/bookings/${seeded.booking}`, asCaller(tokens.hill))),
  },
  {
    id: 'guests-of-others-can-be-changed',
    class: 'D66',
    operationId: 'update_guest',
    description: 'Lets the other hotel change a guest.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => {
      const { body, headers } = change({ name: 'Ada' })
      const hill = asCaller(tokens.hill).headers
      await send('PATCH', `/guests/${seeded.guest}`, { body, headers: { ...headers, ...hill } })
    },
  },
  {
    id: 'lists-tell-of-other-hotels',
    class: 'D66',
    operationId: 'list_guests',
    description: 'Finds guests of all hotels where a text is searched for.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', '/guests?q=guests')),
  },
])
