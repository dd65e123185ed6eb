import { variant } from '../kernel/deviation.ts'
import { asReader, asSouth, merge, scene, seeded, still, webhook } from './samples.ts'

/** Freedoms that a correct farm may take. */
export const rendersVariants = [
  variant(
    'head-is-refused',
    'Answers 405 to HEAD, and leaves it out of `Allow`.',
    async (send) => void (await send('HEAD', seeded.scene)),
  ),
  variant(
    'options-are-refused',
    'Answers 405 to OPTIONS as to any undeclared method.',
    async (send) => void (await send('OPTIONS', '/scenes')),
  ),
  variant(
    'options-tell-no-methods',
    'Answers OPTIONS without `Allow`.',
    async (send) => void (await send('OPTIONS', '/scenes')),
  ),
  variant(
    'unknown-methods-are-not-implemented',
    'Answers 501 to methods that it uses nowhere.',
    async (send) => void (await send('PROPFIND', '/scenes')),
  ),
  variant(
    'missing-scenes-are-told-to-anybody',
    'Looks for the scene before it looks at the method and at who is calling.',
    async (send) => {
      await send('GET', seeded.missing, { anonymous: true })
      await send('PUT', seeded.missing)
    },
  ),
  variant(
    'strangers-learn-of-no-path',
    'Answers 401 to strangers on paths that are not there.',
    async (send) => void (await send('GET', '/cameras', { anonymous: true })),
  ),
  variant(
    'trailing-slashes-are-overlooked',
    'Takes a path with a slash at its end for the one without.',
    async (send) => void (await send('GET', `${seeded.scene}/`)),
  ),
  variant(
    'malformed-ids-are-not-found',
    'Answers 404 where the id in the path is none.',
    async (send) => void (await send('GET', '/scenes/harbor')),
  ),
  variant(
    'what-is-others-is-forbidden',
    'Answers 403 in place of 404 for what is of another account.',
    async (send) => void (await send('GET', seeded.scene, { headers: asSouth })),
  ),
  variant(
    'readers-find-nothing-to-write',
    'Answers 404 in place of 403 to a token without the scope.',
    async (send) => void (await send('DELETE', seeded.scene, { headers: asReader })),
  ),
  variant(
    'errors-tell-no-limits',
    'Tells the limits of rate with successes alone.',
    async (send) => void (await send('GET', seeded.missing)),
  ),
  variant(
    'answers-are-gzipped',
    'Compresses all content with gzip.',
    async (send) => void (await send('GET', seeded.scene)),
  ),
  variant(
    'answers-are-brotli',
    'Compresses all content with brotli.',
    async (send) => void (await send('GET', '/scenes')),
  ),
  variant(
    'answers-are-deflated',
    'Compresses all content with deflate, as HTTP has it: within zlib.',
    async (send) => void (await send('GET', `${seeded.done}/frames`)),
  ),
  variant(
    'bodies-are-chunked',
    'Tells no length.',
    async (send) => void (await send('GET', `${seeded.done}/result`)),
  ),
  variant(
    'whole-numbers-have-a-point',
    'Writes 1.0 for 1, as languages with floating numbers alone do.',
    async (send) => void (await send('GET', seeded.scene)),
  ),
  variant(
    'hundreds-have-an-exponent',
    'Writes 1e2 for 100.',
    async (send) => void (await send('GET', seeded.done)),
  ),
  variant(
    'texts-are-escaped',
    'Writes JSON in ASCII, and solidi escaped.',
    async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: 'Café/1' } })),
  ),
  variant(
    'json-is-indented',
    'Writes JSON over many lines.',
    async (send) => void (await send('GET', seeded.scene)),
  ),
  variant(
    'json-says-its-charset',
    'Adds a parameter to the media type of JSON.',
    async (send) => void (await send('GET', seeded.scene)),
  ),
  variant(
    'times-have-another-offset',
    'Tells its own times at +01:00.',
    async (send) => void (await send('GET', seeded.scene)),
  ),
  variant(
    'problems-carry-a-trace',
    'Adds a member to problem documents, which are open.',
    async (send) => void (await send('GET', seeded.missing)),
  ),
  variant(
    'too-large-is-told-by-the-gateway',
    'Answers 413 with a page of HTML.',
    async (send) =>
      void (await send('PUT', `${seeded.scene}/notes`, {
        body: 'x'.repeat(20_000),
        headers: { 'content-type': 'text/plain' },
      })),
  ),
  variant(
    'locations-are-absolute',
    'Tells places as absolute URLs.',
    async (send) => void (await send('POST', '/scenes', { json: scene })),
  ),
  variant(
    'locations-are-relative',
    'Tells places relative to the path that was asked.',
    async (send) => void (await send('POST', '/webhooks', { json: webhook })),
  ),
  variant(
    'names-are-composed',
    'Keeps names in Unicode NFC.',
    async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: 'Cafe\u0301' } })),
  ),
  variant(
    'names-are-trimmed',
    'Keeps names without the spaces around them.',
    async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: ' Quay ' } })),
  ),
  variant(
    'tags-are-sorted',
    'Keeps tags in the order of the alphabet.',
    async (send) => void (await send('POST', '/scenes', { json: { ...scene, tags: ['water', 'exterior'] } })),
  ),
  variant(
    'change-of-nothing-keeps-the-etag',
    'Does not count a change that changes nothing.',
    async (send) => void (await send('PATCH', seeded.scene, merge({ priority: 50 }))),
  ),
  variant(
    'newest-scenes-come-first',
    'Lists the newest scene first where no order is asked for.',
    async (send) => void (await send('GET', '/scenes')),
  ),
  variant(
    'pages-are-short',
    'Gives fewer scenes on a page than there might be.',
    async (send) => void (await send('GET', '/scenes?limit=3')),
  ),
  variant(
    'deletions-tell-what-is-gone',
    'Answers the removal of a webhook with what it was.',
    async (send) => void (await send('DELETE', seeded.webhook)),
  ),
  variant(
    'nulls-of-renders-are-left-out',
    'Leaves optional properties out where they are null.',
    async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  ),
  variant(
    'retry-after-is-a-date',
    'Tells as a date when it is worth to look again.',
    async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  ),
  variant('renders-take-their-time', 'Has a render done only after some more looks.', async (send) => {
    await send('GET', seeded.queued)
    await send('GET', seeded.queued)
  }),
  variant(
    'result-etags-are-weak',
    'Tells weak entity tags for pictures.',
    async (send) => void (await send('GET', `${seeded.done}/result`)),
  ),
  variant(
    'seconds-are-rounded',
    'Rounds the seconds of a frame.',
    async (send) => void (await send('GET', `${seeded.done}/frames`)),
  ),
  variant(
    'frames-are-lines-unless-asked',
    'Prefers another media type where the caller has no preference.',
    async (send) => void (await send('GET', `${seeded.done}/frames`)),
  ),
  variant(
    'csv-quotes-all',
    'Puts quotes around every value of CSV.',
    async (send) => void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'text/csv' } })),
  ),
  variant(
    'event-streams-begin-with-a-comment',
    'Begins a stream of events with a line that says nothing.',
    async (send) => void (await send('GET', `${seeded.done}/events`)),
  ),
]
