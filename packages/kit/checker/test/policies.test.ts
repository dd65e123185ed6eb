import { describe, expect, it } from 'vitest'
import { checkContract, type CheckContractOptions, ConfigurationError } from '../src/index.ts'
import { findingsOn, serveDocument } from './serve-document.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: {
          200: { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } },
        },
      },
    },
  },
}
const correct = await serveDocument(document, { listNotes: () => ({ status: 200, json: [] }) })

/** Any method is answered as GET is; HEAD is not known. */
const careless = (request: Request): Promise<Response> | Response => {
  if (request.method === 'HEAD') return new Response(null, { status: 404 })
  return new URL(request.url).pathname === '/notes' ? Response.json([]) : correct(request)
}
const run = (options: Partial<CheckContractOptions>) =>
  findingsOn(document, async (request) => careless(request), { cases: 2, ...options })
const reason = 'The gateway in front answers it.'

describe('policies', () => {
  it.each(['listNotes', '/notes', '*'])('turn checks of undeclared methods off for %s', async (subject) => {
    const before = await run({})
    expect(before.join('\n')).toMatch(
      /unsupported-method[^]*head-mismatch|head-mismatch[^]*unsupported-method/,
    )
    const policies = { [subject]: [{ reason, checks: ['unsupported-method', 'head-mismatch'] }] }
    expect(await run({ policies })).toStrictEqual([])
  })

  it('stand in the document, at an operation, a path or the root', async () => {
    const policy = { reason, checks: ['unsupported-method', 'head-mismatch'] }
    const atPath = { '/notes': { ...document.paths['/notes'], 'x-contract-policy': policy } }
    for (const written of [
      { ...document, paths: atPath },
      { ...document, 'x-contract-policy': policy },
    ]) {
      const { findings } = await checkContract({ document: written, fetch: careless, cases: 2 })
      expect(findings).toStrictEqual([])
    }
  })

  it('name checks and subjects that there are', async () => {
    const wrong = (subject: string, check: string) =>
      run({ policies: { [subject]: [{ reason, checks: [check] }] } })
    await expect(wrong('listNote', 'head-mismatch')).rejects.toThrow('did you mean listNotes?')
    await expect(wrong('listNotes', 'head-missmatch')).rejects.toThrow('did you mean head-mismatch?')
    await expect(run({ disableChecks: ['unsupported-methods'] })).rejects.toThrow(ConfigurationError)
  })
})

const dead = async (): Promise<Response> => new Response(null, { status: 404 })

describe('disableChecks', () => {
  it('takes checks of the whole run, too', async () => {
    const checks = [
      'status-code-conformance',
      'positive-data-acceptance',
      'operation-never-succeeded',
      'unsupported-method',
    ]
    expect(
      await findingsOn(document, dead, { disableChecks: [...checks, 'method-not-allowed-declared'] }),
    ).toStrictEqual([])
  })
})

describe('a credential that is a short word', () => {
  it('is masked in its own header only', async () => {
    const { findings } = await checkContract({
      document,
      fetch: () => Response.json({ main: 'the main notes' }),
      headers: { 'x-branch': 'main' },
      cases: 2,
    })
    const shown = findings.flatMap(({ reproduce }) => (reproduce.response === null ? [] : [reproduce]))
    expect(shown[0]?.response?.body).toContain('the main notes')
    expect(shown[0]?.request?.headers['x-branch']).toBe('***')
  })
})
