import type { Coverage, OperationCoverage, Share } from '../src/core/check-result.ts'
import type { CheckResult, ReportedFinding } from '../src/core/check-result.ts'

/** A finding about `getPet`; what is left out is ordinary. */
export const createReportedFinding = (more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  check: 'response-schema-conformance',
  operationId: 'getPet',
  pointer: '/components/schemas/Pet/properties/name/type',
  message: 'The 200 response of getPet does not match its schema: /name is not of type string.',
  key: 'response-schema-conformance:getPet:01234567',
  title: 'Body does not match its schema',
  severity: 'high',
  phase: 'coverage',
  scenario: 'default_positive_test',
  count: 3,
  places: [],
  schemaFragment: '"string"',
  fix: [],
  reproduce: {
    curl: "curl http://pets.test/pets/1 -H 'authorization: Bearer ***'",
    script: '',
    replay: "--seed 1 --replay 'response-schema-conformance:getPet:01234567'",
    seed: 1,
    earlier: [],
    request: {
      method: 'GET',
      url: 'http://pets.test/pets/1',
      headers: { authorization: 'Bearer ***' },
      body: '',
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":1}' },
  },
  exchange: undefined,
  shown: undefined,
  sent: undefined,
  ...more,
})

/** A finding about the run as a whole: no request shows it. */
export const createRunFinding = (more: Partial<ReportedFinding> = {}): ReportedFinding =>
  createReportedFinding({
    check: 'coverage-threshold',
    operationId: null,
    pointer: '',
    message: 'The run reached 1 of 2 responses (50 %), less than the required 90 %.',
    key: 'coverage-threshold:responses:89abcdef',
    title: 'Coverage is below the threshold',
    severity: 'medium',
    phase: null,
    scenario: '',
    count: 1,
    schemaFragment: '',
    reproduce: {
      curl: '',
      script: '',
      replay: '--seed 1',
      seed: 1,
      earlier: [],
      request: null,
      response: null,
    },
    ...more,
  })

/** The coverage of `GET /pets/{petId}`. */
export const createOperationCoverage = (more: Partial<OperationCoverage> = {}): OperationCoverage => ({
  operationId: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  documented: ['200', '404', '4XX'],
  statuses: { 200: 7, 404: 2 },
  unseen: [],
  parameters: [],
  keywords: [{ name: 'type', pointer: '/components/parameters/petId/schema/type', valid: 2, invalid: 0 }],
  examples: [],
  ...more,
})

/** A result without findings, of one operation. */
export const createResult = ({
  coverage = {},
  ...more
}: Partial<Omit<CheckResult, 'coverage'>> & { readonly coverage?: Partial<Coverage> } = {}): CheckResult => ({
  title: 'Pets',
  baseUrl: 'http://pets.test',
  seed: 1,
  phases: ['coverage', 'stateful'],
  requests: 1234,
  durationMs: 5678,
  findings: [],
  coverage: {
    operations: share(1, 1),
    responses: share(2, 2),
    parameters: share(1, 1),
    keywords: share(0, 1),
    examples: share(0, 0),
    byOperation: [createOperationCoverage()],
    ...coverage,
  },
  skipped: [],
  verdict: 'green',
  notes: [],
  obstacles: [],
  document: 'pets.yaml',
  policiesUsed: [],
  ...more,
})

/** A share of so many. */
export const share = (reached: number, total: number): Share => ({
  reached,
  total,
  share: total === 0 ? 1 : reached / total,
})
