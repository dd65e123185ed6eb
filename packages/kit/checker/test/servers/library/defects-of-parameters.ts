import { fault, invalidAccepted } from '../kernel/deviation.ts'

/** Parameters that are read or judged wrongly. */
export const defectsOfParameters = [
  fault('accepts-limit-above-maximum', 'D14', 'listBooks', ['negative-data-rejection'], {
    edit: { at: '/paths/~1books/get/parameters/1/schema/maximum' },
  }),
  fault('accepts-page-zero', 'D14', 'listMembers', invalidAccepted, {
    edit: { at: '/components/parameters/Page/schema/minimum' },
  }),
  fault('accepts-unknown-language', 'D14', 'listBooks', ['negative-data-rejection'], {
    edit: { at: '/paths/~1books/get/parameters/2/schema', to: { type: 'string' } },
  }),
  fault('accepts-unknown-day-in-search', 'D15', 'listBooks', ['negative-data-rejection'], {
    edit: { at: '/paths/~1books/get/parameters/5/schema/properties/from/format' },
  }),
  // Takes any text as an id inside the parameter that is JSON.
  fault('accepts-any-id-in-json-filter', 'D15', 'listLoans', ['negative-data-rejection'], {
    edit: {
      at: '/paths/~1loans/get/parameters/3/content/application~1json/schema/properties/memberId/format',
    },
  }),
  // Does without the header that it needs.
  fault(
    'accepts-loan-without-desk',
    'D13',
    'createLoan',
    ['missing-required-header', 'negative-data-rejection'],
    { edit: { at: '/paths/~1loans/post/parameters/0/required', to: false } },
  ),
  // Does without the cookie that it needs.
  fault('accepts-loan-without-till', 'D13', 'createLoan', ['negative-data-rejection'], {
    edit: { at: '/paths/~1loans/post/parameters/1/required', to: false },
  }),
  fault('accepts-any-desk', 'D14', 'createLoan', ['negative-data-rejection'], {
    edit: { at: '/paths/~1loans/post/parameters/0/schema/pattern' },
  }),
  // Takes more branches in its header than there may be.
  fault('accepts-any-branch', 'D14', 'getOpeningHours', ['negative-data-rejection'], {
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/2/schema/maxItems' },
  }),
  fault(
    'accepts-any-locale',
    'D14',
    'getOpeningHours',
    ['negative-data-rejection', 'response-headers-conformance', 'response-schema-conformance'],
    { edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/3/schema/enum' } },
  ),
  fault('accepts-unknown-day', 'D14', 'getOpeningHours', invalidAccepted, {
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/0/schema/items', to: { type: 'string' } },
  }),
  // Splits a list at commas that is to be split at pipes.
  fault('reads-pipes-as-text', 'D19', 'listBooks', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1books/get/parameters/4/style', to: 'form' },
  }),
  // Waits for a repeated name where a list comes with commas.
  fault('reads-commas-as-text', 'D19', 'listBooks', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1books/get/parameters/3/explode', to: true },
  }),
  // Refuses a repeated name where a list is to come that way.
  fault('reads-repeated-name-once', 'D19', 'listAuthors', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1authors/get/parameters/2/explode', to: false },
  }),
  // Takes a list of days in the path for one day.
  fault('reads-path-list-as-text', 'D19', 'getOpeningHours', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/0/style', to: 'pipeDelimited' },
  }),
  // Takes a list of branches in a header for one branch.
  fault('reads-header-list-as-text', 'D19', 'getOpeningHours', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1opening-hours~1{days}/get/parameters/2/style', to: 'pipeDelimited' },
  }),
  // Waits for plain names where an object comes in brackets, and so overlooks it.
  fault(
    'overlooks-days-of-publication',
    'D19',
    'listBooks',
    ['negative-data-rejection', 'filter-not-applied'],
    { edit: { at: '/paths/~1books/get/parameters/5/style', to: 'form' } },
  ),
  // Gives pages of three where the document promises five.
  fault('other-page-size-by-default', 'D18', 'listAuthors', ['default-not-applied'], {
    edit: { at: '/components/parameters/Size/schema/default', to: 3 },
  }),
  // Refuses the order that it uses by default when it is asked for by name.
  fault('rejects-default-order', 'D18', 'listAuthors', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1authors/get/parameters/3/schema/enum', to: ['-name', 'born'] },
  }),
  fault('rejects-largest-page', 'D16', 'listMembers', ['positive-data-acceptance'], {
    edit: { at: '/components/parameters/Size/schema/maximum', to: 49 },
  }),
]
