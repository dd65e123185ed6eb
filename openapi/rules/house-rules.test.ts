import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRuleProblems, type RuleProblem } from '@contract-kit/tools/lint'
import contractPlugin from '@contract-kit/tools/redocly-plugin'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import housePlugin from './house-rules.ts'

/** What one rule finds in a small document. */
async function findingsOf(
  rule: string,
  document: object,
  { files = {} }: { readonly files?: Readonly<Record<string, object>> } = {},
): Promise<readonly RuleProblem[]> {
  const plugin = join(import.meta.dirname, 'house-rules.ts')
  const [problems = []] = await findRuleProblems([plugin], [{ rule: `house/${rule}`, document, files }])
  return problems
}

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

describe('error-example-name', async () => {
  const examples = { token_missing: { value: 1 }, tokenExpired: { value: 1 } }
  const findings = await findingsOf('error-example-name', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: {
            200: { content: { 'application/json': { examples } } },
            400: { content: { 'application/json': { examples } } },
          },
        },
      },
    },
  })

  it('reports error examples not in snake_case', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Examples of an error are named after its code, in snake_case: tokenExpired.',
    ])
  })
})

describe('operation-access', async () => {
  const findings = await findingsOf('operation-access', {
    paths: {
      '/a': { get: { 'x-access': 'none' }, post: { 'x-access': 'everybody' }, put: {} },
    },
  })

  it('reports a missing or unknown level', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'x-access must be one of none, session, customer, sandbox.',
      'x-access must be one of none, session, customer, sandbox.',
    ])
  })
})

const mustBeStated = 'x-idempotency must be one of always, key, never.'
const mustMatch = 'x-idempotency is key where the operation takes an Idempotency-Key, and only there.'
const parameters = [{ $ref: '#/components/parameters/Idempotency-Key' }]

describe('operation-idempotency', async () => {
  const findings = await findingsOf('operation-idempotency', {
    paths: {
      '/unstated': { get: {}, put: {}, post: {}, patch: {}, delete: {} },
      '/stated': {
        get: { 'x-idempotency': 'always' },
        put: { 'x-idempotency': 'never' },
        post: { 'x-idempotency': 'key', parameters },
        patch: { 'x-idempotency': 'perhaps' },
        delete: { 'x-idempotency': 'always' },
      },
      '/unmatched': {
        put: { 'x-idempotency': 'always', parameters },
        post: { 'x-idempotency': 'key' },
      },
    },
    components: { parameters: { 'Idempotency-Key': { name: 'Idempotency-Key', in: 'header' } } },
  })
  const messageAt = (path: string) =>
    findings.flatMap(({ pointer, message }) =>
      pointer.startsWith(`#/paths/~1${path}/`) ? [`${pointer.split('/')[3]}: ${message}`] : [],
    )

  it('reports every method that changes something and does not state it', () => {
    expect(messageAt('unstated')).toEqual(
      ['put', 'post', 'delete', 'patch'].map((method) => `${method}: ${mustBeStated}`),
    )
  })

  it('reports a safe method that states it, and an unknown value', () => {
    expect(messageAt('stated')).toEqual([
      'get: x-idempotency is for methods that change something.',
      `patch: ${mustBeStated}`,
    ])
  })

  it('reports a statement that the Idempotency-Key contradicts', () => {
    expect(messageAt('unmatched')).toEqual([`put: ${mustMatch}`, `post: ${mustMatch}`])
  })
})

describe('operation-unknown-id', async () => {
  const findings = await findingsOf('operation-unknown-id', {
    paths: {
      '/a': { get: {} },
      '/a/{aId}': {
        get: {},
        put: { 'x-unknown-id': { aId: 'a_not_found' } },
        post: { 'x-unknown-id': { aId: 'A not found' } },
        delete: { 'x-unknown-id': { aId: 'a_not_found', bId: 'b_not_found' } },
      },
    },
  })

  it('reports missing, foreign and misspelled entries', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'x-unknown-id must name the error code of an unknown aId.',
      'x-unknown-id must give aId an error code in snake_case.',
      'bId of x-unknown-id is not in the path.',
    ])
  })
})

describe('response-error-code', async () => {
  const findings = await findingsOf('response-error-code', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: { 200: {}, 400: { headers: { 'x-error-code': {} } }, 404: {} },
        },
      },
    },
  })

  it('reports only errors without x-error-code', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 404 of getA must declare the header x-error-code.',
    ])
  })
})

describe('response-request-id', async () => {
  const findings = await findingsOf('response-request-id', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: { 200: { headers: { 'X-Request-Id': {} } }, 404: { headers: { other: {} } } },
        },
      },
    },
  })

  it('reports a response without x-request-id', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 404 of getA must declare the header x-request-id.',
    ])
  })
})

describe('response-token-headers', async () => {
  const findings = await findingsOf('response-token-headers', {
    paths: {
      '/a': {
        get: { operationId: 'getA', 'x-access': 'none', responses: { 200: {} } },
        put: {
          operationId: 'putA',
          'x-access': 'session',
          responses: { 200: { headers: { authorization: {} } } },
        },
      },
    },
  })

  it('reports missing refresh headers behind a token', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 200 of putA must declare the header x-token-exp-seconds, x-session-id.',
    ])
  })
})

describe('response-rate-limit', async () => {
  const findings = await findingsOf('response-rate-limit', {
    paths: {
      '/a': {
        get: { operationId: 'getA', 'x-access': 'sandbox', responses: { 200: {} } },
        put: {
          operationId: 'putA',
          'x-access': 'none',
          responses: { 200: { headers: { 'RateLimit-Policy': {} } } },
        },
      },
    },
  })

  it('reports a missing header outside the sandbox', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 200 of putA must declare the header RateLimit.',
    ])
  })
})

describe('source-stated', async () => {
  const findings = await findingsOf(
    'source-stated',
    {
      paths: {
        '/stated': {
          get: { 'x-source': 'spec 4.4', responses: { 200: { 'x-source': 'spec 4.4, decision' } } },
        },
        '/silent': { get: { 'x-source': 'somewhere', responses: { 200: { description: 'Fine.' } } } },
      },
      components: {
        schemas: {
          Cart: { 'x-source': 'spec 2.2', properties: { inner: { type: 'object' } } },
          Silent: { type: 'object' },
          InFile: { $ref: './components/schemas/InFile.yaml' },
        },
      },
    },
    {
      files: {
        'components/schemas/InFile.yaml': { type: 'object', properties: { inner: { type: 'object' } } },
      },
    },
  )

  it('reports operations, responses and component schemas without source', () => {
    expect(findings.map(({ file, pointer }) => file + pointer).toSorted()).toEqual([
      'components/schemas/InFile.yaml#/',
      'openapi.yaml#/components/schemas/Silent',
      'openapi.yaml#/paths/~1silent/get',
      'openapi.yaml#/paths/~1silent/get/responses/200',
    ])
  })
})
