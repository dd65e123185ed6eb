import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/runner/contract-run.ts'
import type { CheckContractOptions } from '../src/core/check-options.ts'
import { createZoneApi, spellings, zoneDocument, type ZoneRules } from './zone-api.ts'

const check = async (rules: ZoneRules = {}, more: Partial<CheckContractOptions> = {}) => {
  const api = createZoneApi(rules)
  const result = await checkContract({ document: zoneDocument, fetch: api.fetch, cases: 8, ...more })
  const messages = result.findings.map(({ check: id, message }) => `${id}: ${message}`)
  return { ...api, result, messages }
}

const zonesIn = ({ seen }: ReturnType<typeof createZoneApi>) =>
  seen.filter(({ method, path }) => method === 'POST' && path === '/zones')

const namingTwo = (): Response =>
  Response.json({ error: "One of 'zoneKind' and 'note' is required" }, { status: 422 })
const namingOne = (): Response => Response.json({ error: "'zoneKind' is wrong" }, { status: 422 })

const required = (field: string): string =>
  `undocumented-requirement: createZone succeeds with the property /${field} and rejects the same request without it, but the document calls it optional.`

describe('a value that the server requires and the document calls optional', () => {
  it.each(Object.entries(spellings))('is found where a rejection is %s', async (_name, spelling) => {
    const { messages, result } = await check({ spelling })
    expect(messages).toStrictEqual([required('zoneKind')])
    expect(result.coverage.operations.share).toBe(1)
  })

  it('is found with each of its kind', async () => {
    const { messages } = await check({ required: ['name', 'zoneKind', 'note'] })
    expect(messages.toSorted()).toStrictEqual(['name', 'note', 'zoneKind'].map(required))
  })

  it('is in every later valid request that does not test its absence', async () => {
    const { result, ...api } = await check(
      { required: ['name', 'zoneKind'] },
      { phases: ['examples', 'fuzz'] },
    )
    expect(result.coverage.operations.share).toBe(1)
    const fuzzed = zonesIn(api).slice(-8)
    expect(fuzzed.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(3)
  })

  it('is required by the overlay of its finding, in the requests of this operation alone', async () => {
    const { result } = await check()
    expect(result.findings[0]?.fix).toStrictEqual([
      { target: "$.paths['/zones'].post.requestBody.content['application/json'].schema", remove: true },
      {
        target: "$.paths['/zones'].post.requestBody.content['application/json']",
        update: { schema: { allOf: [{ $ref: '#/components/schemas/Zone' }, { required: ['zoneKind'] }] } },
      },
    ])
  })

  it('is not certain where requests without it succeed', async () => {
    const { messages } = await check({ acceptsNotes: true })
    expect(messages).toStrictEqual([expect.stringContaining('positive-data-acceptance: ')])
  })

  it('is not certain where a rejection names several', async () => {
    const { messages } = await check({ spelling: namingTwo, acceptsNotes: true }, { phases: ['examples'] })
    expect(messages).toStrictEqual([expect.stringContaining('positive-data-acceptance: ')])
  })

  it('is no finding where a policy allows the rejection', async () => {
    const policies = { createZone: [{ statuses: [422], reason: 'Zones need a kind.' }] }
    expect((await check({}, { policies })).messages).toStrictEqual([])
  })

  it('is no finding where the check is off', async () => {
    const { messages } = await check({}, { disableChecks: ['undocumented-requirement'] })
    expect(messages).toStrictEqual([])
  })

  it('costs few requests where nothing helps', async () => {
    const { result, ...api } = await check(
      { spelling: namingOne, required: ['never'] },
      { phases: ['examples'] },
    )
    expect(result.coverage.operations.share).toBeLessThan(1)
    expect(zonesIn(api).length).toBeLessThan(120)
  })

  it('is looked for with the same requests under the same seed', async () => {
    const [one, other] = await Promise.all([
      check({ required: ['name', 'zoneKind'] }),
      check({ required: ['name', 'zoneKind'] }),
    ])
    expect(other.seen).toStrictEqual(one.seen)
  })
})

/** A document of one operation, whose one required query parameter has this schema. */
const asking = (name: string, schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Search', version: '1' },
  paths: {
    '/search': {
      get: {
        operationId: 'search',
        parameters: [{ name, in: 'query', required: true, schema }],
        responses: { 204: { description: 'Done.' }, 400: { description: 'Rejected.' } },
      },
    },
  },
})

const reject = (error: string): Response => Response.json({ error }, { status: 400 })

/** An operation that takes an alias. */
const takingAlias = (operationId: string) => ({
  post: {
    operationId,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['alias'],
            properties: { alias: { type: 'string', minLength: 3 } },
          },
        },
      },
    },
    responses: { 204: { description: 'Done.' }, 400: { description: 'Rejected.' } },
  },
})

describe('a value that a rejection helps to find', () => {
  it.each<[string, string, object, (value: string) => boolean, (value: string) => string]>([
    [
      'is one that it lists',
      'scope',
      { type: 'string' },
      (value) => ['zone', 'record'].includes(value),
      () => 'scope must be one of the following options: zone, record',
    ],
    [
      'is one that it lists for a value that it quotes',
      'q',
      { type: 'string' },
      (value) => ['asc', 'desc'].includes(value),
      (value) => `'${value}' is unknown (allowed: asc or desc)`,
    ],
    [
      'is a time in the future',
      'endsAt',
      { type: 'string', format: 'date-time' },
      (value) => Date.parse(value) > Date.parse('2050-01-01'),
      () => 'Failed to search: end time must not be in the past',
    ],
    [
      'is a member of an enum',
      'sort',
      { enum: ['old', 'older', 'oldest'] },
      (value) => value === 'oldest',
      () => 'Bad value for sort',
    ],
  ])('%s', async (_which, name, schema, isGood, sentence) => {
    const { coverage } = await checkContract({
      document: asking(name, schema),
      phases: ['examples'],
      fetch: ({ url }) => {
        const value = new URL(url).searchParams.get(name) ?? ''
        return isGood(value) ? new Response(null, { status: 204 }) : reject(sentence(value))
      },
    })
    expect(coverage.operations.share).toBe(1)
  })

  it('is one that another operation accepted', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Users', version: '1' },
      paths: { '/add': takingAlias('add'), '/find': takingAlias('find') },
    }
    const known = new Set<string>()
    const { coverage } = await checkContract({
      document,
      phases: ['examples'],
      seed: 3,
      fetch: async (request) => {
        const { alias } = (await request.json().catch(() => ({}))) as { alias?: string }
        const isAdding = new URL(request.url).pathname === '/add'
        // Only a rare alias is taken, which no plain value is.
        if (alias === undefined || alias === 'text') return reject('alias is not unique')
        if (isAdding) known.add(alias)
        return isAdding || known.has(alias) ? new Response(null, { status: 204 }) : reject('alias not found')
      },
    })
    expect(coverage.operations.share).toBe(1)
  })
})

describe('one value that many operations need', () => {
  const ending = '.example.org.'

  it('is one finding with the line of configuration to write', async () => {
    const { result } = await check({ ending, required: ['name'] })
    const never = result.findings.filter(({ check: id }) => id === 'operation-never-succeeded')
    expect(never.map(({ message, places }) => [message, places.length])).toStrictEqual([
      [
        `3 operations never returned 2xx, so their success was not checked: createZone rejects every request (422 {"error":"DNS Name 'text' is not canonical"}). A value of Zone.name that the server accepts may make all of them succeed: write values: { 'Zone.name': […] } in the configuration, or --value 'Zone.name=…'.`,
        3,
      ],
      [
        `flush never returned 2xx, so its success was not checked: flush rejects every request (422 {"error":"DNS Name 'text' is not canonical"}). A value of domain that the server accepts may make it succeed: write values: { 'domain': […] } in the configuration, or --value 'domain=…'.`,
        1,
      ],
    ])
  })

  it.each([2, 8])(
    'is no finding where the run stops after %i requests, within the first ones',
    async (maxRequests) => {
      const { result } = await check({ ending, required: ['name'] }, { maxRequests })
      expect(result.findings.map(({ check: id }) => id)).toStrictEqual([
        'positive-data-acceptance',
        'operation-skipped',
      ])
    },
  )

  it('opens them', async () => {
    const names = ['a', 'b', 'c'].map((name) => `${name}${ending}`)
    const { result } = await check(
      { ending, required: ['name'] },
      { values: { 'Zone.name': names, domain: names } },
    )
    expect(result.coverage.operations.share).toBe(1)
  })
})
