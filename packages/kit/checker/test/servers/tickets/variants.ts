import { defineVariants } from '../kernel/deviation.ts'
import { ticket } from './samples.ts'

/** Freedoms that a correct desk may take. */
export const ticketsVariants = defineVariants([
  {
    id: 'exports-take-their-time',
    description: 'Has an export ready only when it was asked for a few times; its file answers 409 before.',
    probe: async (send) => {
      const made = await send('POST', '/exports', { json: { format: 'csv' } })
      await send('GET', `/exports/${made.json.data?.id}`)
    },
  },
  {
    id: 'tickets-are-normalised',
    description: 'Writes times in UTC, sorts labels and trims subjects.',
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, due_at: '2024-12-24T18:00:00+01:00' } })),
  },
  {
    id: 'newest-tickets-come-first',
    description: 'Lists the newest ticket first.',
    probe: async (send) => void (await send('GET', '/tickets')),
  },
  {
    id: 'strangers-see-nothing',
    description: 'Answers 404 to strangers who ask for a ticket, so that they do not learn which there are.',
    probe: async (send) => void (await send('GET', '/tickets/1', { anonymous: true })),
  },
  {
    id: 'wrong-keys-are-forbidden',
    description: 'Answers 403 to a key that it does not know, where 403 is documented beside 401.',
    probe: async (send) => void (await send('GET', '/tickets', { headers: { 'x-api-key': 'none' } })),
  },
  {
    id: 'locations-are-relative',
    description: 'Tells places relative to the base path, as RFC 3986 resolves them against a path below it.',
    probe: async (send) => void (await send('POST', '/exports', { json: { format: 'csv' } })),
  },
  {
    id: 'answers-tell-of-limits',
    description: 'Adds headers that the document does not name.',
    probe: async (send) => void (await send('GET', '/status')),
  },
  {
    id: 'serves-its-own-document',
    description: 'Serves the document of the interface itself.',
    probe: async (send) => void (await send('GET', '/openapi.json')),
  },
  {
    id: 'deleting-a-label-twice-succeeds',
    description: 'Answers 204 whenever the label is not there afterwards.',
    probe: async (send) => {
      await send('DELETE', '/labels/ink')
    },
  },
])
