import { variant } from '../kernel/deviation.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { tokens } from './tokens.ts'
import { asCaller, booking, guest, quote, seeded } from './samples.ts'

const readGuest = async (send: ProbeClient): Promise<void> =>
  void (await send('GET', `/guests/${seeded.guest}`))

const makeQuote = async (send: ProbeClient): Promise<void> =>
  void (await send('POST', '/quotes', { json: quote }))

/** Freedoms that correct hotels may take. */
export const staysVariants = [
  variant(
    'heads-are-refused',
    'Offers no HEAD where GET is, as some frameworks do; `Allow` says so.',
    async (send) => void (await send('HEAD', '/guests')),
  ),
  variant(
    'head-tells-no-length',
    'Leaves the length of the content out where HEAD asks.',
    async (send) => void (await send('HEAD', '/guests')),
  ),
  variant(
    'options-tell-no-methods',
    'Answers OPTIONS with 200 and nothing else, as a proxy does.',
    async (send) => void (await send('OPTIONS', '/guests')),
  ),
  variant(
    'strange-methods-answer-501',
    'Answers 501 to methods that it knows nowhere.',
    async (send) => void (await send('PURGE', '/guests')),
  ),
  variant(
    'missing-things-come-before-methods',
    'Looks for the thing before it looks at the method.',
    async (send) => void (await send('PUT', '/guests/gst_01H8000099', { json: guest })),
  ),
  variant(
    'slashes-at-the-end-are-overlooked',
    'Serves a path with a slash at its end as the one without.',
    async (send) => void (await send('GET', '/guests/')),
  ),
  variant(
    'slashes-at-the-end-are-led-away',
    'Redirects a path with a slash at its end to the one without.',
    async (send) => void (await send('GET', '/guests/')),
  ),
  variant('answers-are-gzipped', 'Packs answers with gzip.', readGuest),
  variant('answers-are-brotlied', 'Packs answers with Brotli.', readGuest),
  variant('answers-are-deflated', 'Packs answers with zlib.', readGuest),
  variant('answers-come-in-chunks', 'Tells no length beforehand.', readGuest),
  variant('media-types-name-a-charset', 'Names the encoding beside the media type.', readGuest),
  variant(
    'signs-are-told-as-escapes',
    'Writes JSON in ASCII alone, as Python does by default.',
    async (send) => void (await send('POST', '/guests', { json: { ...guest, name: 'Å \u{1F41F}' } })),
  ),
  variant('numbers-have-a-fraction', 'Writes 3.0 for 3.', makeQuote),
  variant('numbers-have-an-exponent', 'Writes 3e0 for 3.', makeQuote),
  variant(
    'properties-are-told-backwards',
    'Tells the properties of every object in another order.',
    readGuest,
  ),
  variant('times-have-an-offset', 'Tells its own times in the zone of the hotel.', readGuest),
  variant(
    'arrivals-are-told-in-utc',
    'Tells a time that it was sent in UTC, with milliseconds.',
    async (send) =>
      void (await send('POST', '/bookings', {
        json: { ...booking, arrival_at: '2026-06-29T20:00:00+02:00' },
      })),
  ),
  variant('guests-tell-nulls', 'Tells optional properties as null where there is nothing.', readGuest),
  variant(
    'websites-are-told-as-null',
    'Tells a website that is not there as null.',
    async (send) => void (await send('PATCH', '/settings', { json: { website: null } })),
  ),
  variant(
    'requests-are-trimmed',
    'Removes white space around texts, as documented.',
    async (send) =>
      void (await send('POST', '/bookings', { json: { ...booking, special_requests: ' A cot ' } })),
  ),
  variant(
    'guests-are-normalized',
    'Brings names to form C and addresses to small letters.',
    async (send) =>
      void (await send('POST', '/guests', { json: { name: ' Jo\u0308rg', email: 'Jorg@Guests.example' } })),
  ),
  variant(
    'tags-are-weak',
    'Gives weak entity tags, as nginx does when it packs.',
    async (send) => void (await send('GET', '/settings')),
  ),
  variant('answers-may-be-kept', 'Adds headers for caches that the document does not name.', readGuest),
  variant('locations-are-absolute', 'Tells places as absolute URLs.', makeQuote),
  variant(
    'newest-guests-come-first',
    'Tells guests of no order asked for from the newest on.',
    async (send) => void (await send('GET', '/guests')),
  ),
  variant(
    'errors-say-more',
    'Tells more of an error than the document names; the schema is open.',
    async (send) => void (await send('GET', '/quotes/qte_01H8000099')),
  ),
  variant(
    'missing-things-are-pages',
    'Answers 404 with a page of HTML, which is documented.',
    async (send) => void (await send('GET', '/quotes/qte_01H8000099')),
  ),
  variant(
    'wrong-bodies-answer-400',
    'Answers 400 where it might answer 422; both are documented.',
    async (send) => void (await send('POST', '/guests', { json: {} })),
  ),
  variant(
    'odd-ids-answer-400',
    'Answers 400 to ids that cannot be, in place of 404.',
    async (send) => void (await send('GET', '/guests/1')),
  ),
  variant(
    'strange-parameters-are-refused',
    'Refuses parameters of the query that it does not know.',
    async (send) => void (await send('GET', '/guests?colour=red')),
  ),
  variant(
    'things-of-others-are-forbidden',
    'Answers 403 in place of 404 for what is of another hotel.',
    async (send) => void (await send('GET', `/bookings/${seeded.otherHotelsBooking}`)),
  ),
  variant(
    'what-takes-a-manager-is-hidden',
    'Answers 404 in place of 403 to those who may not archive.',
    async (send) => void (await send('DELETE', `/guests/${seeded.freeGuest}`, asCaller(tokens.desk))),
  ),
  variant(
    'archiving-twice-succeeds',
    'Answers 204 whenever the guest is not there afterwards.',
    async (send) => {
      await send('DELETE', `/guests/${seeded.freeGuest}`)
      await send('DELETE', `/guests/${seeded.freeGuest}`)
    },
  ),
]
