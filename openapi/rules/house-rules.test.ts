import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRuleProblems, type RuleProblem } from '@contract-kit/tools/lint'
import contractPlugin from '@contract-kit/tools/redocly-plugin'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import housePlugin from './house-rules.ts'

/** A document, and what a rule finds in it: `pointer: message`. */
interface HouseCase {
  readonly rule: string
  readonly document: object
  readonly files?: Readonly<Record<string, object>>
  readonly found: readonly string[]
}

/** A document of one path. */
const at = (item: object): object => ({ paths: { '/a': item } })

const examples = { token_missing: { value: 1 }, tokenExpired: { value: 1 } }
const withExamples = { content: { 'application/json': { examples } } }
const parameters = [{ $ref: '#/components/parameters/Idempotency-Key' }]
const mustBeStated = 'x-idempotency must be one of always, key, never.'
const mustMatch = 'x-idempotency is key where the operation takes an Idempotency-Key, and only there.'
const accessLevels = 'x-access must be one of none, session, customer, sandbox.'
const mustState = 'must state x-source, as "spec 4.4", "decision" or "extension", several with commas.'

const cases: readonly HouseCase[] = [
  {
    rule: 'error-example-name',
    document: at({ get: { responses: { 200: withExamples, 400: withExamples } } }),
    found: [
      '#/paths/~1a/get/responses/400: Examples of an error are named after its code, in snake_case: tokenExpired.',
    ],
  },
  {
    rule: 'operation-access',
    document: at({ get: { 'x-access': 'none' }, post: { 'x-access': 'everybody' }, put: {} }),
    found: [`#/paths/~1a/put: ${accessLevels}`, `#/paths/~1a/post: ${accessLevels}`],
  },
  {
    rule: 'operation-idempotency',
    document: {
      paths: {
        '/a': {
          get: { 'x-idempotency': 'always' },
          put: { 'x-idempotency': 'never' },
          post: { 'x-idempotency': 'key', parameters },
          patch: { 'x-idempotency': 'perhaps' },
          delete: {},
        },
        '/b': {
          get: {},
          put: { 'x-idempotency': 'always', parameters },
          post: { 'x-idempotency': 'key' },
        },
      },
      components: { parameters: { 'Idempotency-Key': { name: 'Idempotency-Key', in: 'header' } } },
    },
    found: [
      '#/paths/~1a/get: x-idempotency is for methods that change something.',
      `#/paths/~1a/delete: ${mustBeStated}`,
      `#/paths/~1a/patch: ${mustBeStated}`,
      `#/paths/~1b/put: ${mustMatch}`,
      `#/paths/~1b/post: ${mustMatch}`,
    ],
  },
  {
    rule: 'operation-unknown-id',
    document: {
      paths: {
        '/a': { get: {} },
        '/a/{aId}': {
          get: {},
          put: { 'x-unknown-id': { aId: 'a_not_found' } },
          post: { 'x-unknown-id': { aId: 'A not found' } },
          delete: { 'x-unknown-id': { aId: 'a_not_found', bId: 'b_not_found' } },
        },
      },
    },
    found: [
      '#/paths/~1a~1{aId}/get: x-unknown-id must name the error code of an unknown aId.',
      '#/paths/~1a~1{aId}/post: x-unknown-id must give aId an error code in snake_case.',
      '#/paths/~1a~1{aId}/delete: bId of x-unknown-id is not in the path.',
    ],
  },
  {
    rule: 'response-error-code',
    document: at({
      get: {
        operationId: 'getA',
        responses: { 200: {}, 400: { headers: { 'x-error-code': {} } }, 404: {} },
      },
    }),
    found: ['#/paths/~1a/get/responses/404: Response 404 of getA must declare the header x-error-code.'],
  },
  {
    rule: 'response-request-id',
    document: at({
      get: {
        operationId: 'getA',
        responses: { 200: { headers: { 'X-Request-Id': {} } }, 404: { headers: { other: {} } } },
      },
    }),
    found: ['#/paths/~1a/get/responses/404: Response 404 of getA must declare the header x-request-id.'],
  },
  {
    rule: 'response-token-headers',
    document: at({
      get: { operationId: 'getA', 'x-access': 'none', responses: { 200: {} } },
      put: {
        operationId: 'putA',
        'x-access': 'session',
        responses: { 200: { headers: { authorization: {} } } },
      },
    }),
    found: [
      '#/paths/~1a/put/responses/200: Response 200 of putA must declare the header x-token-exp-seconds, x-session-id.',
    ],
  },
  {
    rule: 'response-rate-limit',
    document: at({
      get: { operationId: 'getA', 'x-access': 'sandbox', responses: { 200: {} } },
      put: {
        operationId: 'putA',
        'x-access': 'none',
        responses: { 200: { headers: { 'RateLimit-Policy': {} } } },
      },
    }),
    found: ['#/paths/~1a/put/responses/200: Response 200 of putA must declare the header RateLimit.'],
  },
  {
    rule: 'source-stated',
    document: {
      paths: {
        '/a': { get: { 'x-source': 'spec 4.4', responses: { 200: { 'x-source': 'spec 4.4, decision' } } } },
        '/b': { get: { 'x-source': 'somewhere', responses: { 200: { description: 'Fine.' } } } },
      },
      components: {
        schemas: {
          Cart: { 'x-source': 'spec 2.2', properties: { inner: { type: 'object' } } },
          Silent: { type: 'object' },
          InFile: { $ref: './components/schemas/InFile.yaml' },
        },
      },
    },
    files: {
      'components/schemas/InFile.yaml': { type: 'object', properties: { inner: { type: 'object' } } },
    },
    found: [
      `#/paths/~1b/get: An operation ${mustState}`,
      `#/paths/~1b/get/responses/200: A response ${mustState}`,
      `#/components/schemas/Silent: A component schema ${mustState}`,
      `#/: A component schema ${mustState}`,
    ],
  },
]

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

/** The examples of the README: a rule, a document, and the message. */
const explained = Array.from(
  readme.matchAll(/^### (\S+)\n\n```yaml\n([^]*?)```\n\n```text\n(.*)\n```$/gm),
  ([, rule = '', document = '', message = '']) => ({ rule, document: parse(document) as object, message }),
)

/** The problems of each case, then of each example. The linter is started once for all. */
let problems: readonly (readonly RuleProblem[])[]
beforeAll(async () => {
  const plugin = join(import.meta.dirname, 'house-rules.ts')
  problems = await findRuleProblems(
    [plugin],
    [...cases, ...explained].map(({ rule, ...more }) => ({ ...more, rule: `house/${rule}` })),
  )
})

describe('housePlugin', () => {
  it.each(cases.map((each, index) => ({ ...each, index })))('reports by $rule', ({ index, found }) => {
    expect(problems[index]?.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(found)
  })

  it('has a case for every rule', () => {
    const names = Object.keys(housePlugin().rules.oas3)
    expect(cases.map(({ rule }) => rule).toSorted()).toEqual(names.toSorted())
  })
})

describe('README.md', () => {
  it('explains every rule by an example', () => {
    expect(explained.map(({ rule }) => rule)).toStrictEqual(Object.keys(housePlugin().rules.oas3))
  })

  it.each(explained.map((each, index) => ({ ...each, index })))(
    'shows what $rule reports',
    ({ index, message }) => {
      expect(problems[cases.length + index]?.map((problem) => problem.message)).toStrictEqual([message])
    },
  )

  it('lists every rule in its table', () => {
    const listed = Array.from(readme.matchAll(/^\| \[`([^`]+)`\]/gm), ([, rule]) => rule)
    expect(listed).toStrictEqual(Object.keys(housePlugin().rules.oas3))
  })
})

describe('redocly.yaml', () => {
  it('has every rule of both plugins on, as an error', () => {
    const { rules } = parse(readFileSync(join(import.meta.dirname, '../redocly.yaml'), 'utf8')) as {
      readonly rules: Readonly<Record<string, string | { readonly severity: string }>>
    }
    const names = [contractPlugin(), housePlugin()].flatMap((plugin) =>
      Object.keys(plugin.rules.oas3).map((name) => `${plugin.id}/${name}`),
    )
    const severities = names.map((name) => {
      const setting = rules[name]
      return typeof setting === 'object' ? setting.severity : setting
    })
    expect(severities).toEqual(names.map(() => 'error'))
  })
})
