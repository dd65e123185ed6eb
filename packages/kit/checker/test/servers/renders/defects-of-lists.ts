import { defineDefects } from '../kernel/deviation.ts'
import { asSouth, scene, seeded } from './samples.ts'

/** Lists that lack, repeat or disorder something, and parameters that are decoded wrongly. */
export const defectsOfLists = defineDefects([
  {
    id: 'limit-only-on-the-first-page',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Overlooks `limit` where a cursor is sent.',
    expectedChecks: ['filter-not-applied', 'pagination-loses-or-repeats'],
    probe: async (send) => {
      const first = await send('GET', '/scenes?limit=1')
      await send('GET', `/scenes?limit=1&cursor=${first.json.nextCursor}`)
    },
  },
  {
    id: 'limit-has-no-bound',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Takes a limit above the greatest.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/scenes?limit=51')),
  },
  {
    id: 'limit-defaults-to-three',
    class: 'D65',
    operationId: 'listScenes',
    description: 'Gives three scenes on a page where the documented default is twenty.',
    expectedChecks: ['default-differs', 'default-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes')),
  },
  {
    id: 'pages-repeat-a-scene',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Begins the next page with the last scene of this one.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/scenes?limit=2')),
  },
  {
    id: 'deletions-shift-pages',
    class: 'D64',
    operationId: 'listScenes',
    description:
      'Counts from the first scene on, so that a page lacks one where another was deleted meanwhile.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => {
      const first = await send('GET', '/scenes?limit=2')
      await send('DELETE', seeded.scene)
      await send('GET', `/scenes?limit=2&cursor=${first.json.nextCursor}`)
    },
  },
  {
    id: 'last-page-has-a-cursor',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Leads from the last page to one with nothing on it.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/scenes?limit=4')),
  },
  {
    id: 'next-link-forgets-the-filters',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Leads to a next page of all scenes.',
    expectedChecks: ['header-mismatch', 'pagination-loses-or-repeats', 'filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?limit=1&tags=exterior')),
  },
  {
    id: 'total-counts-the-page',
    class: 'D72',
    operationId: 'listScenes',
    description: 'Tells how many scenes are on this page in place of all pages.',
    expectedChecks: ['total-mismatch', 'header-mismatch'],
    probe: async (send) => void (await send('GET', '/scenes?limit=1')),
  },
  {
    id: 'sort-knows-one-direction',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Sorts upwards where downwards is asked for.',
    expectedChecks: ['filter-not-applied', 'pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/scenes?sort=-createdAt')),
  },
  {
    id: 'priorities-are-sorted-as-text',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Has 100 before 20 before 9.',
    expectedChecks: ['filter-not-applied', 'pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/scenes?sort=priority')),
  },
  {
    id: 'archived-filter-is-inverted',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Lists archived scenes where the others are asked for, and the reverse.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?archived=true')),
  },
  {
    id: 'before-includes-its-time',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Lists a scene that was made at the very time before which it is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?created[before]=2026-01-05T08:00:00Z')),
  },
  {
    id: 'any-tag-suffices',
    class: 'D64',
    operationId: 'listScenes',
    description: 'Lists scenes with one of the tags where all are asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?tags=exterior|water')),
  },
  {
    id: 'scenes-of-all-accounts-are-listed',
    class: 'D66',
    operationId: 'listScenes',
    description: 'Lists the scenes of other accounts, which cannot be read one by one.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', '/scenes', { headers: asSouth })),
  },
  {
    id: 'from-is-compared-as-text',
    class: 'D61',
    operationId: 'listScenes',
    description: 'Compares times as texts, so that another offset finds other scenes.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?created[from]=2026-01-05T09:02:00%2B01:00')),
  },
  {
    id: 'tags-are-parted-by-commas',
    class: 'D68',
    operationId: 'listScenes',
    description: 'Waits for commas where the document has bars.',
    expectedChecks: ['filter-not-applied', 'negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/scenes?tags=exterior|water')),
  },
  {
    id: 'archived-false-is-true',
    class: 'D68',
    operationId: 'listScenes',
    description: 'Takes the text "false" for true, as any text is.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?archived=false')),
  },
  {
    id: 'last-priority-counts',
    class: 'D68',
    operationId: 'listScenes',
    description: 'Takes the last of repeated values alone.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?priority=9&priority=20')),
  },
  {
    id: 'created-is-not-decoded',
    class: 'D68',
    operationId: 'listScenes',
    description: 'Overlooks the object that is written in brackets.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/scenes?created[from]=2026-01-05T08:03:00Z')),
  },
  {
    id: 'empty-limit-is-none',
    class: 'D68',
    operationId: 'listScenes',
    description: 'Takes an empty value for a parameter that was not sent.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/scenes?limit=')),
  },
  {
    id: 'search-takes-text-for-a-pattern',
    class: 'D70',
    operationId: 'listScenes',
    description: 'Breaks down over a text that is no regular expression.',
    expectedChecks: ['not-a-server-error', 'status-code-conformance'],
    probe: async (send) => {
      await send('POST', '/scenes', { json: { ...scene, name: 'Quay (2)' } })
      await send('GET', '/scenes?q=(2')
    },
  },
])
