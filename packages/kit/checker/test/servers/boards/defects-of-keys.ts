import { fault } from '../kernel/deviation.ts'
import { colleague, dataOf, home, seeded, smallest, write } from './samples.ts'

const card = dataOf('cards', smallest.card)
const board = dataOf('boards', smallest.board)
const entry = dataOf('entries', smallest.entry)
const bulk = [{ type: 'entries', attributes: smallest.entry }]
const payout = (amount: string): object => dataOf('payouts', { amount, reference: 'Tea' })
const payouts = `/accounts/${seeded.account}/payouts`

/** Idempotency keys. */
export const defectsOfKeys = [
  fault('card-keys-are-overlooked', 'D74', 'create_card', ['idempotency-key', 'resource-identity'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/cards`, card)
      await write(send, 'POST', `${home}/cards`, card)
    },
  }),
  fault('bulk-keys-are-overlooked', 'D74', 'import_entries', ['idempotency-key', 'resource-identity'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/entries/bulk`, bulk)
      await write(send, 'POST', `${home}/entries/bulk`, bulk)
    },
  }),
  // Repeats the first response whatever is asked for.
  fault('board-keys-go-with-any-body', 'D74', 'create_board', ['idempotency-key', 'read-your-write'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/boards`, board)
      await write(send, 'POST', `${home}/boards`, dataOf('boards', { name: 'Cellar' }))
    },
  }),
  // Pays another amount for a key that was used.
  fault('other-payouts-use-the-same-key', 'D74', 'create_payout', ['idempotency-key'], {
    probe: async (send) => {
      await write(send, 'POST', payouts, payout('5.00'))
      await write(send, 'POST', payouts, payout('6.00'))
    },
  }),
  // Shows one caller what another one has made with the same key.
  fault('keys-are-shared', 'D74', 'create_entry', ['idempotency-key', 'credential-scope'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/entries`, entry)
      await write(send, 'POST', `${home}/entries`, entry, { as: colleague })
    },
  }),
  fault('only-the-last-card-key-is-known', 'D74', 'create_card', ['idempotency-key'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/cards`, card, { key: 'key-number-1' })
      await write(send, 'POST', `${home}/cards`, card, { key: 'key-number-2' })
      await write(send, 'POST', `${home}/cards`, card, { key: 'key-number-1' })
    },
  }),
  fault('replayed-entries-are-200', 'D74', 'create_entry', ['idempotency-key', 'status-code-conformance'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/entries`, entry)
      await write(send, 'POST', `${home}/entries`, entry)
    },
  }),
  fault('keys-may-be-missing', 'D74', 'create_board', ['missing-required-header'], {
    probe: async (send) =>
      void (await send('POST', `${home}/boards`, {
        json: board,
        headers: { 'content-type': 'application/vnd.api+json' },
      })),
  }),
] as const
