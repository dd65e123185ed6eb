import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, memoKey } from '../../test/memo-api.ts'
import { createReportedFinding, createResult, createRunFinding } from '../../test/create-result.ts'
import { version } from '../core/version.ts'
import { checkContract } from '../runner/contract-run.ts'
import { toHar } from './har.ts'

const require = createRequire(import.meta.url)
const harSchemas = require('har-schema') as Readonly<Record<string, object>>
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object)
for (const schema of Object.values(harSchemas)) ajv.addSchema(schema)

const { reproduce } = createReportedFinding()
const step = {
  request: {
    method: 'POST',
    url: 'http://pets.test/pets?a=1&b=x%20y',
    headers: { 'content-type': 'application/json' },
    body: '{"näme":1}',
  },
  response: { status: 201, headers: { location: '/pets/1' }, body: '' },
}

describe('toHar', () => {
  it('is an archive of version 1.2', () => {
    expect(toHar(createResult())).toStrictEqual({
      log: { version: '1.2', creator: { name: 'contract-checker', version }, entries: [] },
    })
  })

  it('holds request and answer of a finding', () => {
    const [entry] = toHar(createResult({ findings: [createReportedFinding()] })).log.entries
    expect(entry?.request).toMatchObject({
      method: 'GET',
      url: 'http://pets.test/pets/1',
      headers: [{ name: 'authorization', value: 'Bearer ***' }],
    })
    expect(entry?.response).toMatchObject({
      status: 200,
      content: { mimeType: 'application/json', text: '{"name":1}', size: 10 },
    })
  })

  it('puts the requests that led to it first', () => {
    const { entries } = toHar(
      createResult({ findings: [createReportedFinding({ reproduce: { ...reproduce, earlier: [step] } })] }),
    ).log
    expect(entries.map(({ request: { method }, response: { status } }) => [method, status])).toStrictEqual([
      ['POST', 201],
      ['GET', 200],
    ])
    expect(entries[0]?.request).toMatchObject({
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'x y' },
      ],
      postData: { mimeType: 'application/json', text: '{"näme":1}' },
      bodySize: 11,
    })
    expect(entries[0]?.response.redirectURL).toBe('/pets/1')
  })

  it('writes status 0 where no answer came', () => {
    const findings = [createReportedFinding({ reproduce: { ...reproduce, response: null } })]
    expect(toHar(createResult({ findings })).log.entries[0]?.response.status).toBe(0)
  })

  it.each([
    ['that is whole', '{"a":"…"}', undefined],
    ['that is masked', '{"token":"***"}', true],
    ['that is cut', '{"text":"a…', true],
  ])('marks a body %s as what it is', (_what, body, isPartial) => {
    const response = { status: 200, headers: {}, body }
    const findings = [createReportedFinding({ reproduce: { ...reproduce, response } })]
    expect(toHar(createResult({ findings })).log.entries[0]?.response.content).toMatchObject(
      isPartial === undefined ? { text: body } : { _partial: isPartial },
    )
  })

  it('has nothing of a finding about the whole run', () => {
    expect(toHar(createResult({ findings: [createRunFinding()] })).log.entries).toStrictEqual([])
  })

  it.each(['deleted-stays', 'list-hangs'] as const)('tells when requests of %s were sent', async (fault) => {
    const before = Date.now()
    const result = await checkContract({
      document: memoDocument,
      baseUrl: 'http://memos.test',
      fetch: createMemoApi(fault).fetch,
      headers: { 'x-key': memoKey },
      phases: ['coverage', 'stateful'],
      timeoutMs: 40,
    })
    const archive = toHar(result)
    expect(ajv.validate('har.json', archive) || ajv.errors).toBe(true)
    const { entries } = archive.log
    expect(entries.length).toBeGreaterThan(0)
    for (const { startedDateTime, time, timings } of entries) {
      expect(Date.parse(startedDateTime)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(startedDateTime)).toBeLessThanOrEqual(Date.now())
      expect(time).toBe(timings.send + timings.wait + timings.receive)
    }
  })
})
