import { defineVariants } from '../kernel/deviation.ts'
import {
  asks,
  depot,
  depotPath,
  key,
  letter,
  liquid,
  parcelPath,
  parcelsPath,
  seeds,
  shelvesPath,
} from './samples.ts'

/** Freedoms that correct depots may take. */
export const depotsVariants = defineVariants([
  {
    id: 'odd-ids-are-not-there',
    description: 'Answers 404 for an id in the path that cannot be one; 400 is documented, too.',
    probe: asks(['GET', '/depots/x']),
  },
  {
    id: 'depots-of-others-are-forbidden',
    description: 'Answers 403 for the depots of others, where both are documented.',
    probe: asks(['GET', depotPath(seeds.bern)]),
  },
  {
    id: 'last-of-several-counts',
    description: 'Takes the last of several values where one is wanted.',
    probe: asks(['GET', '/depots?page=2&page=1']),
  },
  {
    id: 'other-media-types-are-bad-requests',
    description: 'Answers 400 where it might answer 415; both are documented.',
    probe: asks(['POST', '/depots', { body: 'x', headers: { 'content-type': 'text/plain' } }]),
  },
  {
    id: 'nothing-is-told-as-null',
    description: 'Tells nullable properties that were never set as null.',
    probe: asks(['GET', depotPath(seeds.bergen)]),
  },
  {
    id: 'etags-are-weak',
    description: 'Gives weak entity tags, which no `If-Match` is met by (RFC 9110 13.1.1).',
    probe: async (send) => {
      const { headers } = await send('GET', parcelPath(seeds.bill))
      const match = { 'if-match': headers.get('etag') ?? '' }
      await send('DELETE', parcelPath(seeds.bill), { headers: match })
    },
  },
  {
    id: 'etags-look-otherwise',
    description: 'Writes entity tags in Base64.',
    probe: asks(['GET', depotPath(seeds.oslo)]),
  },
  {
    id: 'addresses-are-in-lower-case',
    description: 'Keeps addresses for e-mail in lower case, as documented.',
    probe: asks(['POST', '/depots', { json: { ...depot, contactEmail: 'Desk@depots.example' } }]),
  },
  {
    id: 'places-are-relative',
    description: 'Tells places relative to the path that was asked (RFC 9110 10.2.2).',
    probe: asks(
      ['POST', '/depots', { json: depot }],
      ['POST', parcelsPath(seeds.shelf), { json: letter }],
      ['POST', `${depotPath(seeds.bergen)}/stocktakes`],
    ),
  },
  {
    id: 'repeated-answers-say-so',
    description: 'Marks an answer that was given before to the same key.',
    probe: asks(
      ['POST', '/depots', { json: depot, headers: key }],
      ['POST', '/depots', { json: depot, headers: key }],
    ),
  },
  {
    id: 'closed-depots-are-told',
    description: 'Answers 200 with what was removed, where 204 is documented, too.',
    probe: asks(['DELETE', depotPath(seeds.koeln)]),
  },
  {
    id: 'newest-shelf-comes-first',
    description: 'Lists shelves the other way round; no order is documented.',
    probe: asks(['GET', shelvesPath(seeds.bergen)]),
  },
  {
    id: 'stocktakes-tell-more',
    description: 'Tells a property more where the schema is open.',
    probe: asks(['POST', `${depotPath(seeds.bergen)}/stocktakes`]),
  },
  {
    id: 'labels-are-normalised',
    description: 'Brings labels to the normal form C, as documented.',
    probe: asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, label: 'Cafe\u0301' } }]),
  },
  {
    id: 'recipients-are-trimmed',
    description: 'Leaves out the spaces around the name of a recipient, as documented.',
    probe: asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, recipient: { name: ' Ada ' } } }]),
  },
  {
    id: 'times-are-told-in-oslo',
    description: 'Tells arrivals with the offset of the house.',
    probe: asks([
      'POST',
      parcelsPath(seeds.shelf),
      { json: { ...letter, arrivedAt: '2025-02-28T23:30:00.25+01:00' } },
    ]),
  },
  {
    id: 'weights-to-the-gram',
    description: 'Rounds weights to the gram, as documented.',
    probe: asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, weightKg: 1.00049 } }]),
  },
  {
    id: 'stocktake-is-done-at-once',
    description: 'Has counted before it answers.',
    probe: asks(['POST', `${depotPath(seeds.bergen)}/stocktakes`]),
  },
  {
    id: 'strangers-are-stopped-first',
    description: 'Asks who it is before it looks for the path, as a gateway does.',
    probe: asks(['GET', '/nowhere', { anonymous: true }]),
  },
  {
    id: 'strangers-get-a-page',
    description: 'Answers 401 with the page of a gateway, as documented.',
    probe: asks(['GET', '/depots', { anonymous: true }]),
  },
  {
    id: 'slashes-lead-to-the-path',
    description: 'Leads a path with a slash behind it to the one without.',
    probe: asks(['GET', '/depots/']),
  },
  {
    id: 'slashes-may-follow',
    description: 'Takes a slash behind a path for nothing, as Express does.',
    probe: asks(['GET', '/depots/']),
  },
  {
    id: 'unknown-paths-have-a-page',
    description: 'Answers unknown paths with a page, as Express does.',
    probe: asks(['GET', '/nowhere']),
  },
  {
    id: 'head-is-not-known',
    description: 'Answers 405 to HEAD, and says so, as FastAPI does.',
    probe: asks(['HEAD', depotPath(seeds.oslo)]),
  },
  {
    id: 'options-answer-405',
    description: 'Answers 405 to OPTIONS, as FastAPI does.',
    probe: asks(['OPTIONS', '/depots']),
  },
  {
    id: 'options-tell-no-methods',
    description: 'Answers OPTIONS without `Allow`.',
    probe: asks(['OPTIONS', '/depots']),
  },
  {
    id: 'options-tell-in-words',
    description: 'Answers OPTIONS with the methods in the content, too, as Express does.',
    probe: asks(['OPTIONS', '/depots']),
  },
  {
    id: 'odd-methods-answer-501',
    description: 'Answers 501 to methods that it does not know at all.',
    probe: asks(['PROPFIND', '/depots']),
  },
  {
    id: 'numbers-have-a-fraction',
    description: 'Writes numbers with a fraction, be it nought.',
    probe: asks(['GET', parcelPath(seeds.pallet)]),
  },
  {
    id: 'numbers-have-an-exponent',
    description: 'Writes numbers with an exponent.',
    probe: asks(['GET', parcelPath(seeds.pallet)]),
  },
  {
    id: 'properties-come-backwards',
    description: 'Writes properties in another order.',
    probe: asks(['GET', parcelPath(seeds.liquid)]),
  },
  {
    id: 'json-is-all-ascii',
    description: 'Escapes all but ASCII, and slashes, as PHP does.',
    probe: asks(['GET', depotPath(seeds.koeln)]),
  },
  {
    id: 'json-is-indented',
    description: 'Writes JSON over many lines.',
    probe: asks(['GET', depotPath(seeds.koeln)]),
  },
  {
    id: 'json-tells-its-charset',
    description: 'Names the charset of JSON, which has one only, as Express does.',
    probe: asks(['GET', '/depots']),
  },
  {
    id: 'answers-are-packed-with-gzip',
    description: 'Compresses with gzip for those who accept it.',
    probe: asks(['GET', '/depots', { headers: { 'accept-encoding': 'gzip, deflate' } }]),
  },
  {
    id: 'answers-are-packed-with-br',
    description: 'Compresses with Brotli for those who accept it.',
    probe: asks([
      'GET',
      `${depotPath(seeds.bergen)}/inventory`,
      { headers: { 'accept-encoding': 'gzip, br' } },
    ]),
  },
  {
    id: 'answers-are-packed-with-deflate',
    description: 'Compresses with deflate for those who accept it.',
    probe: asks(['GET', '/depots/x', { headers: { 'accept-encoding': 'deflate' } }]),
  },
  {
    id: 'lengths-are-not-told',
    description: 'Answers in chunks, so that no length is told before.',
    probe: asks(['GET', '/depots']),
  },
  {
    id: 'answers-carry-more-headers',
    description: 'Adds headers that the document does not name.',
    probe: asks(['GET', '/depots']),
  },
  {
    id: 'next-page-as-it-was-asked',
    description: 'Tells the next page in the words in which the page was asked for.',
    probe: asks(['GET', `${parcelsPath(seeds.shelf)}?sort=id&size=2`]),
  },
  {
    id: 'every-answer-has-an-id',
    description: 'Gives an id to requests that come without one.',
    probe: asks(['POST', parcelsPath(seeds.shelf), { json: liquid }], ['GET', parcelPath(seeds.next)]),
  },
])
