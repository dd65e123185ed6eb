import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'
import { keepItems } from './testing/keep-items.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...json(NAMED) } }
const withId = (schema: object, name = 'id', type = 'string') => ({
  ...NAMED,
  properties: { ...schema, [name]: { type }, name: { type: 'string' } },
})

describe('provideInputs', () => {
  it('makes parents three levels up first', async () => {
    const make = { post: { ...BODY, responses: answers('201', withId({})) } }
    const document = await loadPaths({
      '/orgs': make,
      '/orgs/{orgId}/teams': make,
      '/orgs/{orgId}/teams/{teamId}/members': make,
      '/orgs/{orgId}/teams/{teamId}/members/{memberId}': { get: { operationId: 'get' } },
    })
    const api = createFakeApi({
      ...keepItems('/orgs', { idOf: (count) => `o${count}` }),
      ...keepItems('/orgs/{orgId}/teams', { idOf: (count) => `t${count}` }),
      ...keepItems('/orgs/{orgId}/teams/{teamId}/members', { idOf: (count) => `m${count}` }),
    })
    const { log } = await runScenario(document, 'life-cycle /orgs/{}/teams/{}/members/{}', api)
    expect(log).toEqual([
      'given POST /orgs 201',
      'given POST /orgs/o1/teams 201',
      'create POST /orgs/o1/teams/t1/members 201',
      'follow-location GET /orgs/o1/teams/t1/members/m1 200',
      'read-created GET /orgs/o1/teams/t1/members/m1 200',
      'create-second POST /orgs/o1/teams/t1/members 201',
      'read-other GET /orgs/o1/teams/t1/members/m2 200',
    ])
  })

  it('makes what a foreign key refers to first', async () => {
    const loan = {
      type: 'object',
      properties: { book_id: { type: 'string' }, name: { type: 'string' } },
      required: ['book_id', 'name'],
    }
    const document = await loadPaths({
      '/books': { post: { operationId: 'makeBook', ...BODY, responses: answers('201', withId({})) } },
      '/loans': {
        post: {
          operationId: 'lend',
          requestBody: { required: true, ...json(loan) },
          responses: answers('201', withId(loan.properties)),
        },
      },
      '/loans/{loanId}': { get: { operationId: 'getLoan' } },
    })
    const books = keepItems('/books', { idOf: (count) => `b${count}` })
    const { exchanges, log } = await runScenario(
      document,
      'life-cycle /loans/{}',
      createFakeApi({ ...books, ...keepItems('/loans') }),
    )
    expect(log[0]).toBe('given POST /books 201')
    expect(exchanges[1]?.case.values?.body?.value).toMatchObject({ book_id: 'b1' })
  })

  it('leaves out a reference to a thing that cannot be made', async () => {
    const node = {
      type: 'object',
      properties: { parentNodeId: { type: 'string' }, name: { type: 'string' } },
      required: ['name'],
    }
    const document = await loadPaths({
      '/nodes': {
        post: {
          operationId: 'make',
          requestBody: { required: true, ...json(node) },
          responses: answers('201', withId({})),
        },
      },
      '/nodes/{nodeId}': { get: { operationId: 'get' } },
    })
    const { exchanges } = await runScenario(
      document,
      'life-cycle /nodes/{}',
      createFakeApi(keepItems('/nodes')),
    )
    expect(Object.keys(Object(exchanges[0]?.case.values?.body?.value))).toEqual(['name'])
  })

  it('names the input that nobody gives', async () => {
    const document = await loadPaths({
      '/depots/{depotId}/crates': {
        post: { operationId: 'make', ...BODY, responses: answers('201', withId({})) },
      },
      '/depots/{depotId}/crates/{crateId}': { get: { operationId: 'get' } },
    })
    const { skipped } = await runScenario(document, 'life-cycle /depots/{}/crates/{}', () => ({
      status: 404,
    }))
    expect(skipped[0]).toContain('no producer gives path depotId')
  })
})
