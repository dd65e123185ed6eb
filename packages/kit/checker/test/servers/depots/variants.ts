import { variant } from '../kernel/deviation.ts'
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
export const depotsVariants = [
  variant(
    'odd-ids-are-not-there',
    'Answers 404 for an id in the path that cannot be one; 400 is documented, too.',
    asks(['GET', '/depots/x']),
  ),
  variant(
    'depots-of-others-are-forbidden',
    'Answers 403 for the depots of others, where both are documented.',
    asks(['GET', depotPath(seeds.bern)]),
  ),
  variant(
    'last-of-several-counts',
    'Takes the last of several values where one is wanted.',
    asks(['GET', '/depots?page=2&page=1']),
  ),
  variant(
    'other-media-types-are-bad-requests',
    'Answers 400 where it might answer 415; both are documented.',
    asks(['POST', '/depots', { body: 'x', headers: { 'content-type': 'text/plain' } }]),
  ),
  variant(
    'nothing-is-told-as-null',
    'Tells nullable properties that were never set as null.',
    asks(['GET', depotPath(seeds.bergen)]),
  ),
  variant(
    'etags-are-weak',
    'Gives weak entity tags, which no `If-Match` is met by (RFC 9110 13.1.1).',
    async (send) => {
      const { headers } = await send('GET', parcelPath(seeds.bill))
      const match = { 'if-match': headers.get('etag') ?? '' }
      await send('DELETE', parcelPath(seeds.bill), { headers: match })
    },
  ),
  variant('etags-look-otherwise', 'Writes entity tags in Base64.', asks(['GET', depotPath(seeds.oslo)])),
  variant(
    'addresses-are-in-lower-case',
    'Keeps addresses for e-mail in lower case, as documented.',
    asks(['POST', '/depots', { json: { ...depot, contactEmail: 'Desk@depots.example' } }]),
  ),
  variant(
    'places-are-relative',
    'Tells places relative to the path that was asked (RFC 9110 10.2.2).',
    asks(
      ['POST', '/depots', { json: depot }],
      ['POST', parcelsPath(seeds.shelf), { json: letter }],
      ['POST', `${depotPath(seeds.bergen)}/stocktakes`],
    ),
  ),
  variant(
    'repeated-answers-say-so',
    'Marks an answer that was given before to the same key.',
    asks(
      ['POST', '/depots', { json: depot, headers: key }],
      ['POST', '/depots', { json: depot, headers: key }],
    ),
  ),
  variant(
    'closed-depots-are-told',
    'Answers 200 with what was removed, where 204 is documented, too.',
    asks(['DELETE', depotPath(seeds.koeln)]),
  ),
  variant(
    'newest-shelf-comes-first',
    'Lists shelves the other way round; no order is documented.',
    asks(['GET', shelvesPath(seeds.bergen)]),
  ),
  variant(
    'stocktakes-tell-more',
    'Tells a property more where the schema is open.',
    asks(['POST', `${depotPath(seeds.bergen)}/stocktakes`]),
  ),
  variant(
    'labels-are-normalised',
    'Brings labels to the normal form C, as documented.',
    asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, label: 'Cafe\u0301' } }]),
  ),
  variant(
    'recipients-are-trimmed',
    'Leaves out the spaces around the name of a recipient, as documented.',
    asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, recipient: { name: ' Ada ' } } }]),
  ),
  variant(
    'times-are-told-in-oslo',
    'Tells arrivals with the offset of the house.',
    asks([
      'POST',
      parcelsPath(seeds.shelf),
      { json: { ...letter, arrivedAt: '2025-02-28T23:30:00.25+01:00' } },
    ]),
  ),
  variant(
    'weights-to-the-gram',
    'Rounds weights to the gram, as documented.',
    asks(['POST', parcelsPath(seeds.shelf), { json: { ...letter, weightKg: 1.00049 } }]),
  ),
  variant(
    'stocktake-is-done-at-once',
    'Has counted before it answers.',
    asks(['POST', `${depotPath(seeds.bergen)}/stocktakes`]),
  ),
  variant(
    'strangers-are-stopped-first',
    'Asks who it is before it looks for the path, as a gateway does.',
    asks(['GET', '/nowhere', { anonymous: true }]),
  ),
  variant(
    'strangers-get-a-page',
    'Answers 401 with the page of a gateway, as documented.',
    asks(['GET', '/depots', { anonymous: true }]),
  ),
  variant(
    'slashes-lead-to-the-path',
    'Leads a path with a slash behind it to the one without.',
    asks(['GET', '/depots/']),
  ),
  variant(
    'slashes-may-follow',
    'Takes a slash behind a path for nothing, as Express does.',
    asks(['GET', '/depots/']),
  ),
  variant(
    'unknown-paths-have-a-page',
    'Answers unknown paths with a page, as Express does.',
    asks(['GET', '/nowhere']),
  ),
  variant(
    'head-is-not-known',
    'Answers 405 to HEAD, and says so, as FastAPI does.',
    asks(['HEAD', depotPath(seeds.oslo)]),
  ),
  variant('options-answer-405', 'Answers 405 to OPTIONS, as FastAPI does.', asks(['OPTIONS', '/depots'])),
  variant('options-tell-no-methods', 'Answers OPTIONS without `Allow`.', asks(['OPTIONS', '/depots'])),
  variant(
    'options-tell-in-words',
    'Answers OPTIONS with the methods in the content, too, as Express does.',
    asks(['OPTIONS', '/depots']),
  ),
  variant(
    'odd-methods-answer-501',
    'Answers 501 to methods that it does not know at all.',
    asks(['PROPFIND', '/depots']),
  ),
  variant(
    'numbers-have-a-fraction',
    'Writes numbers with a fraction, be it nought.',
    asks(['GET', parcelPath(seeds.pallet)]),
  ),
  variant(
    'numbers-have-an-exponent',
    'Writes numbers with an exponent.',
    asks(['GET', parcelPath(seeds.pallet)]),
  ),
  variant(
    'properties-come-backwards',
    'Writes properties in another order.',
    asks(['GET', parcelPath(seeds.liquid)]),
  ),
  variant(
    'json-is-all-ascii',
    'Escapes all but ASCII, and slashes, as PHP does.',
    asks(['GET', depotPath(seeds.koeln)]),
  ),
  variant('json-is-indented', 'Writes JSON over many lines.', asks(['GET', depotPath(seeds.koeln)])),
  variant(
    'json-tells-its-charset',
    'Names the charset of JSON, which has one only, as Express does.',
    asks(['GET', '/depots']),
  ),
  variant(
    'answers-are-packed-with-gzip',
    'Compresses with gzip for those who accept it.',
    asks(['GET', '/depots', { headers: { 'accept-encoding': 'gzip, deflate' } }]),
  ),
  variant(
    'answers-are-packed-with-br',
    'Compresses with Brotli for those who accept it.',
    asks(['GET', `${depotPath(seeds.bergen)}/inventory`, { headers: { 'accept-encoding': 'gzip, br' } }]),
  ),
  variant(
    'answers-are-packed-with-deflate',
    'Compresses with deflate for those who accept it.',
    asks(['GET', '/depots/x', { headers: { 'accept-encoding': 'deflate' } }]),
  ),
  variant(
    'lengths-are-not-told',
    'Answers in chunks, so that no length is told before.',
    asks(['GET', '/depots']),
  ),
  variant(
    'answers-carry-more-headers',
    'Adds headers that the document does not name.',
    asks(['GET', '/depots']),
  ),
  variant(
    'next-page-as-it-was-asked',
    'Tells the next page in the words in which the page was asked for.',
    asks(['GET', `${parcelsPath(seeds.shelf)}?sort=id&size=2`]),
  ),
  variant(
    'every-answer-has-an-id',
    'Gives an id to requests that come without one.',
    asks(['POST', parcelsPath(seeds.shelf), { json: liquid }], ['GET', parcelPath(seeds.next)]),
  ),
]
