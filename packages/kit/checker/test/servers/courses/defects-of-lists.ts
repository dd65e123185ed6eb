import { fault } from '../kernel/deviation.ts'

/** Pages, orders, filters, totals and links, and the parameters that ask for them. */
export const defectsOfLists = [
  fault('accepts-large-pages', 'D64', 'listEnrollments', ['negative-data-rejection'], {
    edit: { at: '/components/parameters/perPage/schema/maximum' },
  }),
  fault('accepts-unknown-orders', 'D68', 'listCourses', ['negative-data-rejection'], {
    edit: {
      at: '/paths/~1courses/get/parameters/3/schema/enum',
      to: ['title', '-title', 'credits', '-credits', 'price'],
    },
    probe: async (send) => void (await send('GET', '/courses?sort=price')),
  }),
  // Overlooks members that the object in the query does not have.
  fault('accepts-unknown-bounds', 'D68', 'listCourses', ['negative-data-rejection'], {
    edit: { at: '/paths/~1courses/get/parameters/2/schema/additionalProperties' },
  }),
  fault('second-page-repeats-a-course', 'D64', 'listCourses', ['pagination-loses-or-repeats']),
  fault('last-page-lacks-the-last', 'D64', 'listCourses', [
    'pagination-loses-or-repeats',
    'list-omits-created',
  ]),
  fault('per-page-is-overlooked', 'D64', 'listCourses', [
    'pagination-loses-or-repeats',
    'filter-not-applied',
  ]),
  fault('pages-hold-ten-by-default', 'D65', 'listCourses', [
    'default-not-applied',
    'default-differs',
    'pagination-loses-or-repeats',
  ]),
  fault('links-forget-the-filter', 'D64', 'listCourses', [
    'pagination-loses-or-repeats',
    'filter-not-applied',
  ]),
  fault('previous-page-is-the-same', 'D64', 'listCourses', ['pagination-loses-or-repeats']),
  fault('total-counts-the-page', 'D64', 'listCourses', [
    'total-mismatch',
    'header-mismatch',
    'pagination-loses-or-repeats',
  ]),
  fault('total-overlooks-filters', 'D64', 'listCourses', [
    'total-mismatch',
    'header-mismatch',
    'filter-not-applied',
  ]),
  fault('credits-are-sorted-as-texts', 'D64', 'listCourses', ['filter-not-applied']),
  fault('never-sorts-downwards', 'D64', 'listCourses', ['filter-not-applied']),
  fault('subject-is-overlooked', 'D64', 'listCourses', ['filter-not-applied']),
  fault('most-credits-are-excluded', 'D64', 'listCourses', ['filter-not-applied']),
  fault('one-tag-is-enough', 'D64', 'listCourses', ['filter-not-applied']),
  fault('upper-bound-of-credits-overlooked', 'D68', 'listCourses', [
    'filter-not-applied',
    'negative-data-rejection',
  ]),
  fault('first-subject-only-counts', 'D68', 'listCourses', ['filter-not-applied', 'negative-data-rejection']),
  // Parts a list by bars where the document says commas.
  fault('tags-parted-by-bars', 'D68', 'listCourses', ['positive-data-acceptance']),
]
