import { defineVariants } from '../kernel/deviation.ts'
import { asReader, asSouth, merge, scene, seeded, still, webhook } from './samples.ts'

/** Freedoms that a correct farm may take. */
export const rendersVariants = defineVariants([
  {
    id: 'head-is-refused',
    description: 'Answers 405 to HEAD, and leaves it out of `Allow`.',
    probe: async (send) => void (await send('HEAD', seeded.scene)),
  },
  {
    id: 'options-are-refused',
    description: 'Answers 405 to OPTIONS as to any undeclared method.',
    probe: async (send) => void (await send('OPTIONS', '/scenes')),
  },
  {
    id: 'options-tell-no-methods',
    description: 'Answers OPTIONS without `Allow`.',
    probe: async (send) => void (await send('OPTIONS', '/scenes')),
  },
  {
    id: 'unknown-methods-are-not-implemented',
    description: 'Answers 501 to methods that it uses nowhere.',
    probe: async (send) => void (await send('PROPFIND', '/scenes')),
  },
  {
    id: 'missing-scenes-are-told-to-anybody',
    description: 'Looks for the scene before it looks at the method and at who is calling.',
    probe: async (send) => {
      await send('GET', seeded.missing, { anonymous: true })
      await send('PUT', seeded.missing)
    },
  },
  {
    id: 'strangers-learn-of-no-path',
    description: 'Answers 401 to strangers on paths that are not there.',
    probe: async (send) => void (await send('GET', '/cameras', { anonymous: true })),
  },
  {
    id: 'trailing-slashes-are-overlooked',
    description: 'Takes a path with a slash at its end for the one without.',
    probe: async (send) => void (await send('GET', `${seeded.scene}/`)),
  },
  {
    id: 'malformed-ids-are-not-found',
    description: 'Answers 404 where the id in the path is none.',
    probe: async (send) => void (await send('GET', '/scenes/harbor')),
  },
  {
    id: 'what-is-others-is-forbidden',
    description: 'Answers 403 in place of 404 for what is of another account.',
    probe: async (send) => void (await send('GET', seeded.scene, { headers: asSouth })),
  },
  {
    id: 'readers-find-nothing-to-write',
    description: 'Answers 404 in place of 403 to a token without the scope.',
    probe: async (send) => void (await send('DELETE', seeded.scene, { headers: asReader })),
  },
  {
    id: 'errors-tell-no-limits',
    description: 'Tells the limits of rate with successes alone.',
    probe: async (send) => void (await send('GET', seeded.missing)),
  },
  {
    id: 'answers-are-gzipped',
    description: 'Compresses all content with gzip.',
    probe: async (send) => void (await send('GET', seeded.scene)),
  },
  {
    id: 'answers-are-brotli',
    description: 'Compresses all content with brotli.',
    probe: async (send) => void (await send('GET', '/scenes')),
  },
  {
    id: 'answers-are-deflated',
    description: 'Compresses all content with deflate, as HTTP has it: within zlib.',
    probe: async (send) => void (await send('GET', `${seeded.done}/frames`)),
  },
  {
    id: 'bodies-are-chunked',
    description: 'Tells no length.',
    probe: async (send) => void (await send('GET', `${seeded.done}/result`)),
  },
  {
    id: 'whole-numbers-have-a-point',
    description: 'Writes 1.0 for 1, as languages with floating numbers alone do.',
    probe: async (send) => void (await send('GET', seeded.scene)),
  },
  {
    id: 'hundreds-have-an-exponent',
    description: 'Writes 1e2 for 100.',
    probe: async (send) => void (await send('GET', seeded.done)),
  },
  {
    id: 'texts-are-escaped',
    description: 'Writes JSON in ASCII, and solidi escaped.',
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: 'Café/1' } })),
  },
  {
    id: 'json-is-indented',
    description: 'Writes JSON over many lines.',
    probe: async (send) => void (await send('GET', seeded.scene)),
  },
  {
    id: 'json-says-its-charset',
    description: 'Adds a parameter to the media type of JSON.',
    probe: async (send) => void (await send('GET', seeded.scene)),
  },
  {
    id: 'times-have-another-offset',
    description: 'Tells its own times at +01:00.',
    probe: async (send) => void (await send('GET', seeded.scene)),
  },
  {
    id: 'problems-carry-a-trace',
    description: 'Adds a member to problem documents, which are open.',
    probe: async (send) => void (await send('GET', seeded.missing)),
  },
  {
    id: 'too-large-is-told-by-the-gateway',
    description: 'Answers 413 with a page of HTML.',
    probe: async (send) =>
      void (await send('PUT', `${seeded.scene}/notes`, {
        body: 'x'.repeat(20_000),
        headers: { 'content-type': 'text/plain' },
      })),
  },
  {
    id: 'locations-are-absolute',
    description: 'Tells places as absolute URLs.',
    probe: async (send) => void (await send('POST', '/scenes', { json: scene })),
  },
  {
    id: 'locations-are-relative',
    description: 'Tells places relative to the path that was asked.',
    probe: async (send) => void (await send('POST', '/webhooks', { json: webhook })),
  },
  {
    id: 'names-are-composed',
    description: 'Keeps names in Unicode NFC.',
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: 'Cafe\u0301' } })),
  },
  {
    id: 'names-are-trimmed',
    description: 'Keeps names without the spaces around them.',
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, name: ' Quay ' } })),
  },
  {
    id: 'tags-are-sorted',
    description: 'Keeps tags in the order of the alphabet.',
    probe: async (send) =>
      void (await send('POST', '/scenes', { json: { ...scene, tags: ['water', 'exterior'] } })),
  },
  {
    id: 'change-of-nothing-keeps-the-etag',
    description: 'Does not count a change that changes nothing.',
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ priority: 50 }))),
  },
  {
    id: 'newest-scenes-come-first',
    description: 'Lists the newest scene first where no order is asked for.',
    probe: async (send) => void (await send('GET', '/scenes')),
  },
  {
    id: 'pages-are-short',
    description: 'Gives fewer scenes on a page than there might be.',
    probe: async (send) => void (await send('GET', '/scenes?limit=3')),
  },
  {
    id: 'deletions-tell-what-is-gone',
    description: 'Answers the removal of a webhook with what it was.',
    probe: async (send) => void (await send('DELETE', seeded.webhook)),
  },
  {
    id: 'nulls-of-renders-are-left-out',
    description: 'Leaves optional properties out where they are null.',
    probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  },
  {
    id: 'retry-after-is-a-date',
    description: 'Tells as a date when it is worth to look again.',
    probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  },
  {
    id: 'renders-take-their-time',
    description: 'Has a render done only after some more looks.',
    probe: async (send) => {
      await send('GET', seeded.queued)
      await send('GET', seeded.queued)
    },
  },
  {
    id: 'result-etags-are-weak',
    description: 'Tells weak entity tags for pictures.',
    probe: async (send) => void (await send('GET', `${seeded.done}/result`)),
  },
  {
    id: 'seconds-are-rounded',
    description: 'Rounds the seconds of a frame.',
    probe: async (send) => void (await send('GET', `${seeded.done}/frames`)),
  },
  {
    id: 'frames-are-lines-unless-asked',
    description: 'Prefers another media type where the caller has no preference.',
    probe: async (send) => void (await send('GET', `${seeded.done}/frames`)),
  },
  {
    id: 'csv-quotes-all',
    description: 'Puts quotes around every value of CSV.',
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'event-streams-begin-with-a-comment',
    description: 'Begins a stream of events with a line that says nothing.',
    probe: async (send) => void (await send('GET', `${seeded.done}/events`)),
  },
])
