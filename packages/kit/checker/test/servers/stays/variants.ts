import { defineVariants } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { tokens } from './tokens.ts'
import { asCaller, booking, guest, quote, seeded } from './samples.ts'

const readGuest = async (send: ProbeClient): Promise<void> =>
  void (await send('GET', `/guests/${seeded.guest}`))

const makeQuote = async (send: ProbeClient): Promise<void> =>
  void (await send('POST', '/quotes', { json: quote }))

/** Freedoms that correct hotels may take. */
export const staysVariants = defineVariants([
  {
    id: 'heads-are-refused',
    description: 'Offers no HEAD where GET is, as some frameworks do; `Allow` says so.',
    probe: async (send) => void (await send('HEAD', '/guests')),
  },
  {
    id: 'head-tells-no-length',
    description: 'Leaves the length of the content out where HEAD asks.',
    probe: async (send) => void (await send('HEAD', '/guests')),
  },
  {
    id: 'options-tell-no-methods',
    description: 'Answers OPTIONS with 200 and nothing else, as a proxy does.',
    probe: async (send) => void (await send('OPTIONS', '/guests')),
  },
  {
    id: 'strange-methods-answer-501',
    description: 'Answers 501 to methods that it knows nowhere.',
    probe: async (send) => void (await send('PURGE', '/guests')),
  },
  {
    id: 'missing-things-come-before-methods',
    description: 'Looks for the thing before it looks at the method.',
    probe: async (send) => void (await send('PUT', '/guests/gst_01H8000099', { json: guest })),
  },
  {
    id: 'slashes-at-the-end-are-overlooked',
    description: 'Serves a path with a slash at its end as the one without.',
    probe: async (send) => void (await send('GET', '/guests/')),
  },
  {
    id: 'slashes-at-the-end-are-led-away',
    description: 'Redirects a path with a slash at its end to the one without.',
    probe: async (send) => void (await send('GET', '/guests/')),
  },
  { id: 'answers-are-gzipped', description: 'Packs answers with gzip.', probe: readGuest },
  { id: 'answers-are-brotlied', description: 'Packs answers with Brotli.', probe: readGuest },
  { id: 'answers-are-deflated', description: 'Packs answers with zlib.', probe: readGuest },
  { id: 'answers-come-in-chunks', description: 'Tells no length beforehand.', probe: readGuest },
  {
    id: 'media-types-name-a-charset',
    description: 'Names the encoding beside the media type.',
    probe: readGuest,
  },
  {
    id: 'signs-are-told-as-escapes',
    description: 'Writes JSON in ASCII alone, as Python does by default.',
    probe: async (send) => void (await send('POST', '/guests', { json: { ...guest, name: 'Å \u{1F41F}' } })),
  },
  { id: 'numbers-have-a-fraction', description: 'Writes 3.0 for 3.', probe: makeQuote },
  { id: 'numbers-have-an-exponent', description: 'Writes 3e0 for 3.', probe: makeQuote },
  {
    id: 'properties-are-told-backwards',
    description: 'Tells the properties of every object in another order.',
    probe: readGuest,
  },
  {
    id: 'times-have-an-offset',
    description: 'Tells its own times in the zone of the hotel.',
    probe: readGuest,
  },
  {
    id: 'arrivals-are-told-in-utc',
    description: 'Tells a time that it was sent in UTC, with milliseconds.',
    probe: async (send) =>
      void (await send('POST', '/bookings', {
        json: { ...booking, arrival_at: '2026-06-29T20:00:00+02:00' },
      })),
  },
  {
    id: 'guests-tell-nulls',
    description: 'Tells optional properties as null where there is nothing.',
    probe: readGuest,
  },
  {
    id: 'websites-are-told-as-null',
    description: 'Tells a website that is not there as null.',
    probe: async (send) => void (await send('PATCH', '/settings', { json: { website: null } })),
  },
  {
    id: 'requests-are-trimmed',
    description: 'Removes white space around texts, as documented.',
    probe: async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, special_requests: ' A cot ' } })),
  },
  {
    id: 'guests-are-normalized',
    description: 'Brings names to form C and addresses to small letters.',
    probe: async (send) =>
      void (await send('POST', '/guests', { json: { name: ' Jo\u0308rg', email: 'Jorg@Guests.example' } })),
  },
  {
    id: 'tags-are-weak',
    description: 'Gives weak entity tags, as nginx does when it packs.',
    probe: async (send) => void (await send('GET', '/settings')),
  },
  {
    id: 'answers-may-be-kept',
    description: 'Adds headers for caches that the document does not name.',
    probe: readGuest,
  },
  {
    id: 'locations-are-absolute',
    description: 'Tells places as absolute URLs.',
    probe: makeQuote,
  },
  {
    id: 'newest-guests-come-first',
    description: 'Tells guests of no order asked for from the newest on.',
    probe: async (send) => void (await send('GET', '/guests')),
  },
  {
    id: 'errors-say-more',
    description: 'Tells more of an error than the document names; the schema is open.',
    probe: async (send) => void (await send('GET', '/quotes/qte_01H8000099')),
  },
  {
    id: 'missing-things-are-pages',
    description: 'Answers 404 with a page of HTML, which is documented.',
    probe: async (send) => void (await send('GET', '/quotes/qte_01H8000099')),
  },
  {
    id: 'wrong-bodies-answer-400',
    description: 'Answers 400 where it might answer 422; both are documented.',
    probe: async (send) => void (await send('POST', '/guests', { json: {} })),
  },
  {
    id: 'odd-ids-answer-400',
    description: 'Answers 400 to ids that cannot be, in place of 404.',
    probe: async (send) => void (await send('GET', '/guests/1')),
  },
  {
    id: 'strange-parameters-are-refused',
    description: 'Refuses parameters of the query that it does not know.',
    probe: async (send) => void (await send('GET', '/guests?colour=red')),
  },
  {
    id: 'things-of-others-are-forbidden',
    description: 'Answers 403 in place of 404 for what is of another hotel.',
    probe: async (send) => void (await send('GET', `/bookings/${seeded.otherHotelsBooking}`)),
  },
  {
    id: 'what-takes-a-manager-is-hidden',
    description: 'Answers 404 in place of 403 to those who may not archive.',
    probe: async (send) => void (await send('DELETE', `/guests/${seeded.freeGuest}`, asCaller(tokens.desk))),
  },
  {
    id: 'archiving-twice-succeeds',
    description: 'Answers 204 whenever the guest is not there afterwards.',
    probe: async (send) => {
      await send('DELETE', `/guests/${seeded.freeGuest}`)
      await send('DELETE', `/guests/${seeded.freeGuest}`)
    },
  },
])
