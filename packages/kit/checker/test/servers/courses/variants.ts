import { defineVariants } from '../kernel/deviation.ts'
import { asOtherStudent, at, changing, course, replacing, section, term, whatever } from './samples.ts'

const encoded = (coding: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { 'accept-encoding': coding },
})

/** Freedoms that a correct catalog may take. */
export const coursesVariants = defineVariants([
  {
    id: 'options-are-refused',
    description: 'Answers 405 to OPTIONS as to any undeclared method.',
    probe: async (send) => void (await send('OPTIONS', '/courses')),
  },
  {
    id: 'options-allow-nothing',
    description: 'Answers 200 to OPTIONS, and does not say what is allowed.',
    probe: async (send) => void (await send('OPTIONS', at.section)),
  },
  {
    id: 'unknown-methods-answer-501',
    description: 'Answers 501 to methods which it knows nowhere.',
    probe: async (send) => void (await send('PROPFIND', '/courses')),
  },
  {
    id: 'nowhere-is-told-before-the-method',
    description: 'Looks for the course before it looks at the method.',
    probe: async (send) => void (await send('POST', '/courses/alchemy')),
  },
  {
    id: 'slashes-behind-are-overlooked',
    description: 'Takes a path with a slash behind it for the one without.',
    probe: async (send) => void (await send('GET', `${at.course}/`)),
  },
  {
    id: 'answers-are-gzipped',
    description:
      'Compresses every answer by gzip where that is accepted; tags then name the compressed content.',
    probe: async (send) => void (await send('HEAD', at.course, encoded('gzip, deflate'))),
  },
  {
    id: 'answers-are-in-brotli',
    description: 'Compresses every answer by Brotli where that is accepted.',
    probe: async (send) => void (await send('HEAD', '/courses', encoded('gzip, br'))),
  },
  {
    id: 'answers-are-deflated',
    description: 'Compresses every answer by deflate where that is accepted.',
    probe: async (send) => void (await send('HEAD', at.term, encoded('deflate'))),
  },
  {
    id: 'whole-numbers-have-a-point',
    description: 'Writes 4 as 4.0, as servers do whose numbers are all of one kind.',
    probe: async (send) => void (await send('GET', at.section)),
  },
  {
    id: 'tens-have-an-exponent',
    description: 'Writes 240 as 24e1.',
    probe: async (send) => void (await send('GET', at.course)),
  },
  {
    id: 'texts-are-escaped',
    description: 'Writes slashes and all characters beyond ASCII as escapes.',
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: 'Topologie für / 🎓' } })),
  },
  {
    id: 'bodies-are-indented',
    description: 'Writes JSON over many lines.',
    probe: async (send) => void (await send('GET', '/terms')),
  },
  {
    id: 'members-are-told-backwards',
    description: 'Tells the members of objects in another order.',
    probe: async (send) => void (await send('GET', at.section)),
  },
  {
    id: 'times-are-told-in-another-zone',
    description: 'Tells its times with another offset; the instants are the same.',
    probe: async (send) => void (await send('GET', at.enrollment)),
  },
  {
    id: 'registration-is-told-in-local-time',
    description: 'Tells instants that it was sent with another offset.',
    probe: async (send) => {
      const registration = ['2026-11-01T08:00:00Z', '2027-01-10T20:00:00-05:00']
      await send('PUT', '/terms/2027-spring', { json: { ...term, registration } })
    },
  },
  {
    id: 'callers-are-judged-late',
    description: 'Looks at parameters and body before it asks who is calling.',
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: {}, anonymous: true })),
  },
  {
    id: 'courses-are-looked-for-first',
    description: 'Answers 404 for a missing course before it looks at the body.',
    probe: async (send) => void (await send('PATCH', '/courses/alchemy', changing({ title: 1 }))),
  },
  {
    id: 'conditions-are-asked-for-first',
    description: 'Asks for a condition before it looks at the body.',
    probe: async (send) => {
      const headers = { 'content-type': 'application/merge-patch+json' }
      await send('PATCH', at.course, { json: { title: 1 }, headers })
    },
  },
  {
    id: 'enrollments-of-others-are-hidden',
    description: 'Answers 404 in place of 403 for what is not the own.',
    probe: async (send) => void (await send('GET', at.enrollment, { headers: asOtherStudent })),
  },
  {
    id: 'missing-enrollments-are-told-to-anyone',
    description: 'Answers 404 in place of 403 where there is nothing to be hidden.',
    probe: async (send) => void (await send('GET', at.newEnrollment, { headers: asOtherStudent })),
  },
  {
    id: 'undeclared-errors-are-pages',
    description: 'Has a gateway in front that answers HTML where the document says nothing.',
    probe: async (send) => {
      await send('GET', '/nowhere')
      await send('POST', '/courses')
    },
  },
  {
    id: 'courses-come-backwards',
    description: 'Lists the newest course first where no order is asked for.',
    probe: async (send) => void (await send('GET', '/courses?per_page=20')),
  },
  {
    id: 'missing-descriptions-are-null',
    description: 'Tells null for a description that was never sent.',
    probe: async (send) => {
      await send('PUT', '/courses/topology', { json: course })
      await send('GET', '/courses/topology')
    },
  },
  {
    id: 'deleted-sections-are-told',
    description: 'Answers 200 with what was deleted in place of 204.',
    probe: async (send) => void (await send('DELETE', at.section, whatever)),
  },
  {
    id: 'former-courses-answer-410',
    description: 'Remembers which courses there were, and answers 410 for them.',
    probe: async (send) => {
      await send('DELETE', at.course, whatever)
      await send('GET', at.course)
    },
  },
  {
    id: 'answers-come-in-chunks',
    description: 'Does not say beforehand how long an answer is.',
    probe: async (send) => void (await send('GET', '/courses')),
  },
  {
    id: 'head-tells-no-length',
    description: 'Leaves the length of the content out where HEAD asks.',
    probe: async (send) => void (await send('HEAD', at.course)),
  },
  {
    id: 'course-list-has-weak-tags',
    description: 'Puts a weak tag on what needs none, and answers 304 by it.',
    probe: async (send) => {
      const { headers } = await send('GET', '/courses')
      await send('GET', '/courses', { headers: { 'if-none-match': headers.get('etag') ?? '"none"' } })
    },
  },
  {
    id: 'media-types-are-shouted',
    description: 'Writes media types in capitals and with a quoted charset.',
    probe: async (send) => void (await send('GET', at.course)),
  },
  {
    id: 'answers-carry-more-headers',
    description: 'Adds headers for caches and cookies that the document does not name.',
    probe: async (send) => void (await send('GET', at.course)),
  },
  {
    id: 'locations-are-absolute',
    description: 'Tells places as absolute URLs.',
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: course })),
  },
  {
    id: 'locations-are-relative',
    description: 'Tells the place of a new section relative to that of the list.',
    probe: async (send) => void (await send('POST', at.sections, { json: section })),
  },
  {
    id: 'links-are-absolute',
    description: 'Links pages by absolute URLs.',
    probe: async (send) => void (await send('GET', '/courses?page=2&per_page=2')),
  },
  {
    id: 'pages-are-short',
    description: 'Gives at most two items on a page, whatever is asked for; the links know.',
    probe: async (send) => void (await send('GET', '/courses?per_page=4')),
  },
  {
    id: 'titles-are-composed',
    description: 'Drops white space around titles and composes their characters, as documented.',
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, title: ' Cafe\u0301 ' } })),
  },
  {
    id: 'every-write-is-a-revision',
    description: 'Counts a revision for a write that changes nothing.',
    probe: async (send) => {
      await send('PUT', '/courses/topology', { json: course })
      await send('PUT', '/courses/topology', replacing(course))
    },
  },
  {
    id: 'server-owned-members-are-refused',
    description: 'Refuses what only the server sets, instead of overlooking it.',
    probe: async (send) =>
      void (await send('PUT', '/courses/topology', { json: { ...course, slug: 'topology' } })),
  },
  {
    id: 'wrong-bodies-answer-400',
    description: 'Answers 400 where it might answer 422; both are documented.',
    probe: async (send) => void (await send('PUT', '/courses/topology', { json: {} })),
  },
  {
    id: 'unknown-query-is-refused',
    description: 'Refuses parameters of the query that it does not know.',
    probe: async (send) => void (await send('GET', '/courses?colour=red')),
  },
  {
    id: 'times-of-changes-are-overlooked',
    description: 'Always tells the whole list; 304 by date is a SHOULD (RFC 9110 13.1.3).',
    probe: async (send) => {
      const headers = { 'if-modified-since': 'Fri, 01 Jan 2027 00:00:00 GMT' }
      await send('GET', '/courses', { headers })
    },
  },
  {
    id: 'terms-tell-more',
    description: 'Tells members of a term that the open schema leaves room for.',
    probe: async (send) => void (await send('GET', at.term)),
  },
  {
    id: 'problems-carry-a-trace-id',
    description: 'Adds an extension to problem documents, which are open.',
    probe: async (send) => void (await send('GET', '/courses?page=0')),
  },
  {
    id: 'problems-tell-no-details',
    description: 'Keeps to itself what is wrong.',
    probe: async (send) => void (await send('GET', '/courses?page=0')),
  },
])
