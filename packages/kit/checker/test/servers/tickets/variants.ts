import { variant } from '../kernel/deviation.ts'
import { ticket } from './samples.ts'

/** Freedoms that a correct desk may take. */
export const ticketsVariants = [
  variant(
    'exports-take-their-time',
    'Has an export ready only when it was asked for a few times; its file answers 409 before.',
    async (send) => {
      const made = await send('POST', '/exports', { json: { format: 'csv' } })
      await send('GET', `/exports/${made.json.data?.id}`)
    },
  ),
  variant(
    'tickets-are-normalised',
    'Writes times in UTC, sorts labels and trims subjects.',
    async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, due_at: '2024-12-24T18:00:00+01:00' } })),
  ),
  variant(
    'newest-tickets-come-first',
    'Lists the newest ticket first.',
    async (send) => void (await send('GET', '/tickets')),
  ),
  variant(
    'strangers-see-nothing',
    'Answers 404 to strangers who ask for a ticket, so that they do not learn which there are.',
    async (send) => void (await send('GET', '/tickets/1', { anonymous: true })),
  ),
  variant(
    'wrong-keys-are-forbidden',
    'Answers 403 to a key that it does not know, where 403 is documented beside 401.',
    async (send) => void (await send('GET', '/tickets', { headers: { 'x-api-key': 'none' } })),
  ),
  variant(
    'locations-are-relative',
    'Tells places relative to the base path, as RFC 3986 resolves them against a path below it.',
    async (send) => void (await send('POST', '/exports', { json: { format: 'csv' } })),
  ),
  variant(
    'answers-tell-of-limits',
    'Adds headers that the document does not name.',
    async (send) => void (await send('GET', '/status')),
  ),
  variant(
    'serves-its-own-document',
    'Serves the document of the interface itself.',
    async (send) => void (await send('GET', '/openapi.json')),
  ),
  variant(
    'deleting-a-label-twice-succeeds',
    'Answers 204 whenever the label is not there afterwards.',
    async (send) => {
      await send('DELETE', '/labels/ink')
    },
  ),
]
