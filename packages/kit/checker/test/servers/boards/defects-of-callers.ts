import { fault, wrongCredentialAccepted } from '../kernel/deviation.ts'
import { callers } from './callers.ts'
import { colleague, dataOf, home, only, seeded, write } from './samples.ts'

const bearer = { authorization: `Bearer ${callers.ida.token}` }
const apiKey = { 'x-api-key': callers.ida.key }
const asColleague = { headers: { authorization: `Bearer ${colleague.token}`, 'x-api-key': colleague.key } }
const payout = dataOf('payouts', { amount: '5.00', reference: 'Tea' })

/** Credentials, and whose things are found where. */
export const defectsOfCallers = [
  // Rejects one of two credentials of which either is enough.
  fault('keys-alone-are-refused', 'D66', 'get_board', ['positive-data-acceptance'], {
    probe: async (send) => void (await send('GET', `${home}/boards/${seeded.board}`, only(apiKey))),
  }),
  fault('tokens-alone-are-refused', 'D66', 'list_boards', ['positive-data-acceptance'], {
    probe: async (send) => void (await send('GET', `${home}/boards`, only(bearer))),
  }),
  fault('keys-in-the-query-will-do', 'D66', 'get_entry', [...wrongCredentialAccepted, 'ignored-auth'], {
    probe: async (send) =>
      void (await send('GET', `${home}/entries/${seeded.entry}?X-Api-Key=${callers.ida.key}`, only({}))),
  }),
  fault(
    'status-needs-a-caller',
    'D66',
    'get_status',
    ['unauthorized-without-security', 'status-code-conformance'],
    {
      probe: async (send) => void (await send('GET', '/status', only({}))),
    },
  ),
  fault('payouts-take-one-credential', 'D66', 'create_payout', [...wrongCredentialAccepted, 'ignored-auth'], {
    probe: async (send) => {
      const headers = { 'x-api-key': 'unknown' }
      await write(send, 'POST', `/accounts/${seeded.account}/payouts`, payout, { headers })
    },
  }),
  fault('any-token-will-do', 'D66', 'get_limits', [...wrongCredentialAccepted], {
    probe: async (send) =>
      void (await send('GET', '/regions/north/limits', only({ authorization: 'Bearer unknown' }))),
  }),
  fault('token-without-its-end-will-do', 'D66', 'list_entries', [...wrongCredentialAccepted], {
    probe: async (send) => {
      const headers = { authorization: bearer.authorization.slice(0, -1) }
      await send('GET', `${home}/entries`, only(headers))
    },
  }),
  fault('boards-of-others-can-be-read', 'D66', 'get_board', ['credential-scope'], {
    probe: async (send) => void (await send('GET', `${home}/boards/${seeded.board}`, asColleague)),
  }),
  fault('cards-of-others-can-be-changed', 'D66', 'update_card', ['credential-scope'], {
    probe: async (send) => {
      const json = dataOf('cards', { version: 1, title: 'Mine' })
      await write(send, 'PATCH', `${home}/cards/${seeded.draft}`, json, { as: colleague })
    },
  }),
  fault('profiles-of-others-can-be-read', 'D66', 'get_profile', ['credential-scope'], {
    probe: async (send) => void (await send('GET', `/accounts/${seeded.accountOfAnother}/profile`)),
  }),
  // Lists the things of a workspace that does not exist.
  fault(
    'any-workspace-will-do',
    'D55',
    'list_cards',
    ['child-under-wrong-parent', 'negative-data-rejection'],
    {
      probe: async (send) => void (await send('GET', '/workspaces/ws-nowhere/cards')),
    },
  ),
  fault('cards-are-found-in-any-workspace', 'D55', 'get_card', ['child-under-wrong-parent'], {
    probe: async (send) => void (await send('GET', `/workspaces/ws-hillside/cards/${seeded.draft}`)),
  }),
  fault(
    'cards-go-on-boards-of-nobody',
    'D55',
    'create_card',
    ['child-under-wrong-parent', 'child-outlives-parent'],
    {
      probe: async (send) => {
        const board = { data: { type: 'boards', id: 'brd-9999' } }
        const attributes = { title: 'Sweep', assignees: [{ name: 'Ida', role: 'lead' }] }
        const json = { data: { type: 'cards', attributes, relationships: { board } } }
        await write(send, 'POST', `${home}/cards`, json)
      },
    },
  ),
  fault('any-region-has-limits', 'D50', 'get_limits', ['negative-data-rejection'], {
    probe: async (send) => void (await send('GET', '/regions/west/limits')),
  }),
  // Keeps one set of limits for all regions.
  fault('limits-are-the-same-everywhere', 'D55', 'put_limits', ['read-your-write', 'resource-identity'], {
    probe: async (send) => {
      await write(send, 'PUT', '/regions/north/limits', dataOf('limits', { values: { speed: '30' } }))
      await send('GET', '/regions/south/limits')
    },
  }),
] as const
