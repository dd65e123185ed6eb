import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { answers, loadPaths, makes, objectOf, reads, taking, TEXT } from '@contract-kit/openapi/testing'
import { buildResourceGraph } from '@contract-kit/resources'
import { planScenarios } from '../plan.ts'
import { type FakeApi, runScenario } from '../testing/fake-port.ts'
import { strangerReadOwn } from './oracle.ts'

const neighbor = { name: 'neighbor', schemes: [], owns: true, isExpired: false }
const PROFILE = objectOf({ name: TEXT })
const FORBIDDEN = { 403: { description: 'No.' } }

/** A profile of an account, whose id `/me` gives. */
const paths = (more: JsonObject = {}): JsonObject => ({
  '/me': reads(objectOf({ accountId: TEXT }, 'accountId'), { operationId: 'getMe' }),
  '/accounts/{accountId}/profile': {
    ...reads(PROFILE, { responses: { ...answers('200', PROFILE), ...FORBIDDEN } }),
    patch: { ...taking(PROFILE), responses: answers('200', PROFILE) },
  },
  ...more,
})

const id = 'own-account /accounts/{}/profile'

const isPlanned = (document: ApiDocument): boolean =>
  planScenarios(document, buildResourceGraph(document), neighbor).some((scenario) => scenario.id === id)

/** Gives the next id to each request for one. */
const giveIds = (...ids: readonly string[]): FakeApi => {
  const left = [...ids]
  return (_method, target) =>
    target === '/me'
      ? { status: 200, body: { accountId: left.shift() ?? '' } }
      : { status: 200, body: { name: target } }
}

describe('planOwnAccount', () => {
  it('lets a stranger read what is under the id of the first identity', async () => {
    const document = await loadPaths(paths())
    const { exchanges, log, shown } = await runScenario(document, id, giveIds('a1', 'b2'), 1, neighbor)
    expect(log).toEqual([
      'GET /me 200',
      'GET /me 200',
      'GET /accounts/a1/profile 200',
      'GET /accounts/a1/profile 200',
    ])
    expect(exchanges.map((exchange) => exchange.case.identity?.name)).toEqual([
      undefined,
      'neighbor',
      undefined,
      'neighbor',
    ])
    const [own, theirs, mine, read] = exchanges
    expect(shown).toEqual([{ kind: strangerReadOwn.name, parts: { own, theirs, shown: mine, read } }])
  })

  it('reads nothing where both have one account', async () => {
    const { log } = await runScenario(await loadPaths(paths()), id, giveIds('a1', 'a1'), 1, neighbor)
    expect(log).toEqual(['GET /me 200', 'GET /me 200'])
  })

  it.each([
    ['that nobody may change', { '/accounts/{accountId}/profile': reads(PROFILE, { responses: FORBIDDEN }) }],
    [
      'that is never forbidden',
      { '/accounts/{accountId}/profile': { ...reads(PROFILE), patch: taking(PROFILE) } },
    ],
    [
      'where all is forbidden to some',
      {
        '/me': reads(objectOf({ accountId: TEXT }), {
          responses: { ...answers('200', objectOf({ accountId: TEXT })), ...FORBIDDEN },
        }),
      },
    ],
    ['whose ids a list gives', { '/accounts': reads({ type: 'array', items: objectOf({ id: TEXT }) }) }],
    ['of an account that an operation creates', { '/accounts': makes(PROFILE, objectOf({ id: TEXT })) }],
  ])('is not planned for a profile %s', async (_title, more) => {
    expect(isPlanned(await loadPaths(paths()))).toBe(true)
    expect(isPlanned(await loadPaths(paths(more)))).toBe(false)
  })
})
