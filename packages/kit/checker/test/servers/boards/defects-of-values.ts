import { fault, textChanged, wrongDefault } from '../kernel/deviation.ts'
import { onlyWith, withHeader } from '../kernel/spoils.ts'
import { addBoard, addCard, complete, dataOf, home, seeded, smallest, write } from './samples.ts'

const bulk = [30, 40].map((minutes) => ({ type: 'entries', attributes: { ...smallest.entry, minutes } }))

const wrongValue = ['read-your-write', 'response-schema-conformance'] as const

/** Values that come back otherwise. */
export const defectsOfValues = [
  fault('covers-are-told-for-urls', 'D52', 'create_card', [...textChanged, 'response-schema-conformance'], {
    probe: async (send) => void (await addCard(send, { cover: '+/+/+w==' })),
  }),
  fault('titles-are-trimmed', 'D52', 'create_card', textChanged, {
    probe: async (send) => void (await addCard(send, { title: ' Sweep ' })),
  }),
  fault('rates-lose-their-zeros', 'D60', 'create_entry', wrongValue, {
    probe: async (send) => void (await send('GET', `${home}/entries/${seeded.entry}`)),
  }),
  fault('payouts-are-told-as-numbers', 'D60', 'create_payout', wrongValue, {
    probe: async (send) => {
      const json = dataOf('payouts', { amount: '5.00', reference: 'Tea' })
      await write(send, 'POST', `/accounts/${seeded.account}/payouts`, json)
    },
  }),
  fault('costs-lose-their-cents', 'D60', 'complete_card', ['read-your-write'], {
    probe: async (send) => void (await complete(send, `${home}/cards/${seeded.open}`)),
  }),
  fault('amounts-are-cut-off', 'D60', 'create_entry', ['read-your-write'], {
    probe: async (send) => {
      await write(send, 'POST', `${home}/entries`, dataOf('entries', { ...smallest.entry, minutes: 55 }))
    },
  }),
  fault('boards-begin-inactive', 'D65', 'create_board', wrongDefault, {
    probe: async (send) => void (await addBoard(send)),
  }),
  fault('cards-matter-least-by-default', 'D65', 'create_card', wrongDefault, {
    probe: async (send) => void (await addCard(send)),
  }),
  fault('the-last-imported-entry-is-lost', 'D64', 'import_entries', ['read-your-write'], {
    probe: async (send) => void (await write(send, 'POST', `${home}/entries/bulk`, bulk)),
  }),
  fault('imported-entries-come-backwards', 'D64', 'import_entries', ['read-your-write'], {
    probe: async (send) => void (await write(send, 'POST', `${home}/entries/bulk`, bulk)),
  }),
  fault('location-of-another-board', 'D58', 'create_board', ['location-valid'], {
    probe: async (send) => void (await addBoard(send)),
  }),
  fault('missing-cards-are-told-in-other-words', 'D70', 'get_card', ['error-body-conformance'], {
    spoil: onlyWith(404, (reply) => ({ ...reply, body: '{"error":"not found"}' })),
    probe: async (send) => void (await send('GET', `${home}/cards/9999`)),
  }),
  fault('errors-are-plain-json', 'D67', 'get_entry', ['content-type-conformance'], {
    spoil: onlyWith(404, withHeader('content-type', 'application/json')),
    probe: async (send) => void (await send('GET', `${home}/entries/nothing`)),
  }),
] as const
