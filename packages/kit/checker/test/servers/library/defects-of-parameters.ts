import { defineDefects } from '../kernel/deviation.ts'
import { copy, member, seeded } from './samples.ts'

/** Parameters that are read or judged wrongly. */
export const defectsOfParameters = defineDefects([
  {
    id: 'accepts-limit-above-maximum',
    class: 'D14',
    operationId: 'listBooks',
    description: 'Takes any number as a limit.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1books/get/parameters/1/schema/maximum' },
    probe: async (send) => void (await send('GET', '/books?limit=101')),
  },
  {
    id: 'accepts-page-zero',
    class: 'D14',
    operationId: 'listMembers',
    description: 'Takes numbers of pages below one.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: '/components/parameters/Page/schema/minimum' },
    probe: async (send) => void (await send('GET', '/members?page=0')),
  },
  {
    id: 'accepts-unknown-language',
    class: 'D14',
    operationId: 'listBooks',
    description: 'Takes any text as a language to look for.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1books/get/parameters/2/schema', to: { type: 'string' } },
    probe: async (send) => void (await send('GET', '/books?language=xx')),
  },
  {
    id: 'accepts-unknown-day-in-search',
    class: 'D15',
    operationId: 'listBooks',
    description: 'Takes any text as a day in the object of days of publication.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1books/get/parameters/5/schema/properties/from/format' },
    probe: async (send) => void (await send('GET', '/books?published%5Bfrom%5D=yesterday')),
  },
  {
    id: 'accepts-any-id-in-json-filter',
    class: 'D15',
    operationId: 'listLoans',
    description: 'Takes any text as an id inside the parameter that is JSON.',
    expectedChecks: ['negative-data-rejection'],
    edit: {
      at: '/paths/~1loans/get/parameters/3/content/application~1json/schema/properties/memberId/format',
    },
    probe: async (send) =>
      void (await send('GET', `/loans?where=${encodeURIComponent('{"memberId":"me"}')}`)),
  },
  {
    id: 'accepts-loan-without-desk',
    class: 'D13',
    operationId: 'createLoan',
    description: 'Does without the header that it needs.',
    expectedChecks: ['missing-required-header', 'negative-data-rejection'],
    edit: { at: '/paths/~1loans/post/parameters/0/required', to: false },
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      const json = { copyId: made.json.id, memberId: seeded.member, dueOn: '2025-03-01' }
      await send('POST', '/loans', { json, headers: { cookie: 'till=front' } })
    },
  },
  {
    id: 'accepts-loan-without-till',
    class: 'D13',
    operationId: 'createLoan',
    description: 'Does without the cookie that it needs.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1loans/post/parameters/1/required', to: false },
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      const json = { copyId: made.json.id, memberId: seeded.member, dueOn: '2025-03-01' }
      await send('POST', '/loans', { json, headers: { 'x-desk': 'desk-1' } })
    },
  },
  {
    id: 'accepts-any-desk',
    class: 'D14',
    operationId: 'createLoan',
    description: 'Takes any text in the header that names the desk.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1loans/post/parameters/0/schema/pattern' },
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      const json = { copyId: made.json.id, memberId: seeded.member, dueOn: '2025-03-01' }
      await send('POST', '/loans', { json, headers: { 'x-desk': 'counter', cookie: 'till=front' } })
    },
  },
  {
    id: 'accepts-any-branch',
    class: 'D14',
    operationId: 'getOpeningHours',
    description: 'Takes more branches in its header than there may be.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/2/schema/maxItems' },
    probe: async (send) =>
      void (await send('GET', '/opening-hours/mon', { headers: { 'x-branches': 'cen,nor,sou,cen' } })),
  },
  {
    id: 'accepts-any-locale',
    class: 'D14',
    operationId: 'getOpeningHours',
    description: 'Takes any text in the cookie that names the language.',
    expectedChecks: [
      'negative-data-rejection',
      'response-headers-conformance',
      'response-schema-conformance',
    ],
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/3/schema/enum' },
    probe: async (send) =>
      void (await send('GET', '/opening-hours/mon', { headers: { cookie: 'locale=fr' } })),
  },
  {
    id: 'accepts-unknown-day',
    class: 'D14',
    operationId: 'getOpeningHours',
    description: 'Takes any text as a day in the path.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/0/schema/items', to: { type: 'string' } },
    probe: async (send) => void (await send('GET', '/opening-hours/someday')),
  },
  {
    id: 'reads-pipes-as-text',
    class: 'D19',
    operationId: 'listBooks',
    description: 'Splits a list at commas that is to be split at pipes.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1books/get/parameters/4/style', to: 'form' },
    probe: async (send) => void (await send('GET', '/books?tag=seed%7Cgeese')),
  },
  {
    id: 'reads-commas-as-text',
    class: 'D19',
    operationId: 'listBooks',
    description: 'Waits for a repeated name where a list comes with commas.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1books/get/parameters/3/explode', to: true },
    probe: async (send) => void (await send('GET', '/books?genre=fiction,poetry')),
  },
  {
    id: 'reads-repeated-name-once',
    class: 'D19',
    operationId: 'listAuthors',
    description: 'Refuses a repeated name where a list is to come that way.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1authors/get/parameters/2/explode', to: false },
    probe: async (send) => void (await send('GET', '/authors?country=SE&country=NO')),
  },
  {
    id: 'reads-path-list-as-text',
    class: 'D19',
    operationId: 'getOpeningHours',
    description: 'Takes a list of days in the path for one day.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/0/style', to: 'pipeDelimited' },
    probe: async (send) => void (await send('GET', '/opening-hours/mon,tue')),
  },
  {
    id: 'reads-header-list-as-text',
    class: 'D19',
    operationId: 'getOpeningHours',
    description: 'Takes a list of branches in a header for one branch.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/2/style', to: 'pipeDelimited' },
    probe: async (send) =>
      void (await send('GET', '/opening-hours/mon', { headers: { 'x-branches': 'cen,sou' } })),
  },
  {
    id: 'overlooks-days-of-publication',
    class: 'D19',
    operationId: 'listBooks',
    description: 'Waits for plain names where an object comes in brackets, and so overlooks it.',
    expectedChecks: ['negative-data-rejection', 'filter-not-applied'],
    edit: { at: '/paths/~1books/get/parameters/5/style', to: 'form' },
    probe: async (send) => void (await send('GET', '/books?published%5Bfrom%5D=2002-01-01')),
  },
  {
    id: 'other-page-size-by-default',
    class: 'D18',
    operationId: 'listAuthors',
    description: 'Gives pages of three where the document promises five.',
    expectedChecks: ['default-not-applied'],
    edit: { at: '/components/parameters/Size/schema/default', to: 3 },
    probe: async (send) => void (await send('GET', '/authors')),
  },
  {
    id: 'rejects-default-order',
    class: 'D18',
    operationId: 'listAuthors',
    description: 'Refuses the order that it uses by default when it is asked for by name.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1authors/get/parameters/3/schema/enum', to: ['-name', 'born'] },
    probe: async (send) => void (await send('GET', '/authors?sort=name')),
  },
  {
    id: 'rejects-largest-page',
    class: 'D16',
    operationId: 'listMembers',
    description: 'Refuses the largest size that the document allows.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/parameters/Size/schema/maximum', to: 49 },
    probe: async (send) => {
      await send('POST', '/members', { json: member })
      await send('GET', '/members?size=50')
    },
  },
])
