import { fault, wrongDefault } from '../kernel/deviation.ts'
import { seeded } from './samples.ts'

/** Lists that lack, repeat or disorder something, and parameters that are decoded wrongly. */
export const defectsOfLists = [
  fault('limit-only-on-the-first-page', 'D64', 'listScenes', [
    'filter-not-applied',
    'pagination-loses-or-repeats',
  ]),
  fault('limit-has-no-bound', 'D64', 'listScenes', ['negative-data-rejection']),
  fault('limit-defaults-to-three', 'D65', 'listScenes', wrongDefault),
  fault('pages-repeat-a-scene', 'D64', 'listScenes', ['pagination-loses-or-repeats']),
  // Counts from the first scene on, so that a page lacks one where another was deleted meanwhile.
  fault('deletions-shift-pages', 'D64', 'listScenes', ['pagination-loses-or-repeats'], {
    probe: async (send) => {
      const first = await send('GET', '/scenes?limit=2')
      await send('DELETE', seeded.scene)
      await send('GET', `/scenes?limit=2&cursor=${first.json.nextCursor}`)
    },
  }),
  fault('last-page-has-a-cursor', 'D64', 'listScenes', ['pagination-loses-or-repeats'], {
    probe: async (send) => void (await send('GET', '/scenes?limit=4')),
  }),
  fault('next-link-forgets-the-filters', 'D64', 'listScenes', [
    'header-mismatch',
    'pagination-loses-or-repeats',
    'filter-not-applied',
  ]),
  fault('total-counts-the-page', 'D72', 'listScenes', ['total-mismatch', 'header-mismatch']),
  fault('sort-knows-one-direction', 'D64', 'listScenes', [
    'filter-not-applied',
    'pagination-loses-or-repeats',
  ]),
  fault('priorities-are-sorted-as-text', 'D64', 'listScenes', [
    'filter-not-applied',
    'pagination-loses-or-repeats',
  ]),
  fault('archived-filter-is-inverted', 'D64', 'listScenes', ['filter-not-applied']),
  fault('before-includes-its-time', 'D64', 'listScenes', ['filter-not-applied']),
  fault('any-tag-suffices', 'D64', 'listScenes', ['filter-not-applied']),
  fault('scenes-of-all-accounts-are-listed', 'D66', 'listScenes', ['credential-scope']),
  // Compares times as texts, so that another offset finds other scenes.
  fault('from-is-compared-as-text', 'D61', 'listScenes', ['filter-not-applied']),
  // Waits for commas where the document has bars.
  fault('tags-are-parted-by-commas', 'D68', 'listScenes', ['filter-not-applied', 'negative-data-rejection']),
  fault('archived-false-is-true', 'D68', 'listScenes', ['filter-not-applied']),
  fault('last-priority-counts', 'D68', 'listScenes', ['filter-not-applied']),
  // Overlooks the object that is written in brackets.
  fault('created-is-not-decoded', 'D68', 'listScenes', ['filter-not-applied']),
  fault('empty-limit-is-none', 'D68', 'listScenes', ['negative-data-rejection'], {
    probe: async (send) => void (await send('GET', '/scenes?limit=')),
  }),
  // Breaks down over a text that is no regular expression.
  fault('search-takes-text-for-a-pattern', 'D70', 'listScenes', [
    'not-a-server-error',
    'status-code-conformance',
  ]),
]
