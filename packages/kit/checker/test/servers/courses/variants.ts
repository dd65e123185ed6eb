import { variant } from '../kernel/deviation.ts'
import { asOtherStudent, at, changing, course, replacing, section, term, whatever } from './samples.ts'

const encoded = (coding: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { 'accept-encoding': coding },
})

/** Freedoms that a correct catalog may take. */
export const coursesVariants = [
  variant(
    'options-are-refused',
    'Answers 405 to OPTIONS as to any undeclared method.',
    async (send) => void (await send('OPTIONS', '/courses')),
  ),
  variant(
    'options-allow-nothing',
    'Answers 200 to OPTIONS, and does not say what is allowed.',
    async (send) => void (await send('OPTIONS', at.section)),
  ),
  variant(
    'unknown-methods-answer-501',
    'Answers 501 to methods which it knows nowhere.',
    async (send) => void (await send('PROPFIND', '/courses')),
  ),
  variant(
    'nowhere-is-told-before-the-method',
    'Looks for the course before it looks at the method.',
    async (send) => void (await send('POST', '/courses/alchemy')),
  ),
  variant(
    'slashes-behind-are-overlooked',
    'Takes a path with a slash behind it for the one without.',
    async (send) => void (await send('GET', `${at.course}/`)),
  ),
  variant(
    'answers-are-gzipped',
    'Compresses every answer by gzip where that is accepted; tags then name the compressed content.',
    async (send) => void (await send('HEAD', at.course, encoded('gzip, deflate'))),
  ),
  variant(
    'answers-are-in-brotli',
    'Compresses every answer by Brotli where that is accepted.',
    async (send) => void (await send('HEAD', '/courses', encoded('gzip, br'))),
  ),
  variant(
    'answers-are-deflated',
    'Compresses every answer by deflate where that is accepted.',
    async (send) => void (await send('HEAD', at.term, encoded('deflate'))),
  ),
  variant(
    'whole-numbers-have-a-point',
    'Writes 4 as 4.0, as servers do whose numbers are all of one kind.',
    async (send) => void (await send('GET', at.section)),
  ),
  variant(
    'tens-have-an-exponent',
    'Writes 240 as 24e1.',
    async (send) => void (await send('GET', at.course)),
  ),
  variant(
    'texts-are-escaped',
    'Writes slashes and all characters beyond ASCII as escapes.',
    async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: 'Topologie für / 🎓' } })),
  ),
  variant(
    'bodies-are-indented',
    'Writes JSON over many lines.',
    async (send) => void (await send('GET', '/terms')),
  ),
  variant(
    'members-are-told-backwards',
    'Tells the members of objects in another order.',
    async (send) => void (await send('GET', at.section)),
  ),
  variant(
    'times-are-told-in-another-zone',
    'Tells its times with another offset; the instants are the same.',
    async (send) => void (await send('GET', at.enrollment)),
  ),
  variant(
    'registration-is-told-in-local-time',
    'Tells instants that it was sent with another offset.',
    async (send) => {
      const registration = ['2026-11-01T08:00:00Z', '2027-01-10T20:00:00-05:00']
      await send('PUT', '/terms/2027-spring', { json: { ...term, registration } })
    },
  ),
  variant(
    'callers-are-judged-late',
    'Looks at parameters and body before it asks who is calling.',
    async (send) => void (await send('PUT', '/courses/topology', { json: {}, anonymous: true })),
  ),
  variant(
    'courses-are-looked-for-first',
    'Answers 404 for a missing course before it looks at the body.',
    async (send) => void (await send('PATCH', '/courses/alchemy', changing({ title: 1 }))),
  ),
  variant(
    'conditions-are-asked-for-first',
    'Asks for a condition before it looks at the body.',
    async (send) => {
      const headers = { 'content-type': 'application/merge-patch+json' }
      await send('PATCH', at.course, { json: { title: 1 }, headers })
    },
  ),
  variant(
    'enrollments-of-others-are-hidden',
    'Answers 404 in place of 403 for what is not the own.',
    async (send) => void (await send('GET', at.enrollment, { headers: asOtherStudent })),
  ),
  variant(
    'missing-enrollments-are-told-to-anyone',
    'Answers 404 in place of 403 where there is nothing to be hidden.',
    async (send) => void (await send('GET', at.newEnrollment, { headers: asOtherStudent })),
  ),
  variant(
    'undeclared-errors-are-pages',
    'Has a gateway in front that answers HTML where the document says nothing.',
    async (send) => {
      await send('GET', '/nowhere')
      await send('POST', '/courses')
    },
  ),
  variant(
    'courses-come-backwards',
    'Lists the newest course first where no order is asked for.',
    async (send) => void (await send('GET', '/courses?per_page=20')),
  ),
  variant(
    'missing-descriptions-are-null',
    'Tells null for a description that was never sent.',
    async (send) => {
      await send('PUT', '/courses/topology', { json: course })
      await send('GET', '/courses/topology')
    },
  ),
  variant(
    'deleted-sections-are-told',
    'Answers 200 with what was deleted in place of 204.',
    async (send) => void (await send('DELETE', at.section, whatever)),
  ),
  variant(
    'former-courses-answer-410',
    'Remembers which courses there were, and answers 410 for them.',
    async (send) => {
      await send('DELETE', at.course, whatever)
      await send('GET', at.course)
    },
  ),
  variant(
    'answers-come-in-chunks',
    'Does not say beforehand how long an answer is.',
    async (send) => void (await send('GET', '/courses')),
  ),
  variant(
    'head-tells-no-length',
    'Leaves the length of the content out where HEAD asks.',
    async (send) => void (await send('HEAD', at.course)),
  ),
  variant(
    'course-list-has-weak-tags',
    'Puts a weak tag on what needs none, and answers 304 by it.',
    async (send) => {
      const { headers } = await send('GET', '/courses')
      await send('GET', '/courses', { headers: { 'if-none-match': headers.get('etag') ?? '"none"' } })
    },
  ),
  variant(
    'media-types-are-shouted',
    'Writes media types in capitals and with a quoted charset.',
    async (send) => void (await send('GET', at.course)),
  ),
  variant(
    'answers-carry-more-headers',
    'Adds headers for caches and cookies that the document does not name.',
    async (send) => void (await send('GET', at.course)),
  ),
  variant(
    'locations-are-absolute',
    'Tells places as absolute URLs.',
    async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  ),
  variant(
    'locations-are-relative',
    'Tells the place of a new section relative to that of the list.',
    async (send) => void (await send('POST', at.sections, { json: section })),
  ),
  variant(
    'links-are-absolute',
    'Links pages by absolute URLs.',
    async (send) => void (await send('GET', '/courses?page=2&per_page=2')),
  ),
  variant(
    'pages-are-short',
    'Gives at most two items on a page, whatever is asked for; the links know.',
    async (send) => void (await send('GET', '/courses?per_page=4')),
  ),
  variant(
    'titles-are-composed',
    'Drops white space around titles and composes their characters, as documented.',
    async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: ' Cafe\u0301 ' } })),
  ),
  variant(
    'every-write-is-a-revision',
    'Counts a revision for a write that changes nothing.',
    async (send) => {
      await send('PUT', '/courses/topology', { json: course })
      await send('PUT', '/courses/topology', replacing(course))
    },
  ),
  variant(
    'server-owned-members-are-refused',
    'Refuses what only the server sets, instead of overlooking it.',
    async (send) => void (await send('PUT', '/courses/topology', { json: { ...course, slug: 'topology' } })),
  ),
  variant(
    'wrong-bodies-answer-400',
    'Answers 400 where it might answer 422; both are documented.',
    async (send) => void (await send('PUT', '/courses/topology', { json: {} })),
  ),
  variant(
    'unknown-query-is-refused',
    'Refuses parameters of the query that it does not know.',
    async (send) => void (await send('GET', '/courses?colour=red')),
  ),
  variant(
    'times-of-changes-are-overlooked',
    'Always tells the whole list; 304 by date is a SHOULD (RFC 9110 13.1.3).',
    async (send) => {
      const headers = { 'if-modified-since': 'Fri, 01 Jan 2027 00:00:00 GMT' }
      await send('GET', '/courses', { headers })
    },
  ),
  variant(
    'terms-tell-more',
    'Tells members of a term that the open schema leaves room for.',
    async (send) => void (await send('GET', at.term)),
  ),
  variant(
    'problems-carry-a-trace-id',
    'Adds an extension to problem documents, which are open.',
    async (send) => void (await send('GET', '/courses?page=0')),
  ),
  variant(
    'problems-tell-no-details',
    'Keeps to itself what is wrong.',
    async (send) => void (await send('GET', '/courses?page=0')),
  ),
]
