import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  loadPaths,
  makes,
  objectOf,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import { exchangesOf } from '../../core/evidence.ts'
import { createFakeApi, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { bodiesBy, describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const JOB = objectOf({ id: INTEGER, status: { type: 'string', enum: ['queued', 'done'] } })
const INPUT = objectOf({ label: TEXT }, 'label')

const jobs = (cancel: JsonObject = {}) => ({
  '/jobs': makes(INPUT, JOB, { responses: answers('202', JOB) }),
  '/jobs/{id}': reads(JOB),
  '/jobs/{id}/cancel': { post: { operationId: 'cancel', ...cancel, responses: answers('200', JOB) } },
  '/jobs/{id}/log': reads(INPUT),
})

/** Jobs that are done at the third read; a done job cannot be canceled. */
const farm = () => {
  let looks = 0
  const show = () => ({ id: 1, status: looks > 2 ? 'done' : 'queued' })
  return {
    'POST /jobs': () => ({ status: 202, body: show() }),
    'GET /jobs/{id}': () => {
      looks += 1
      return { status: 200, body: show() }
    },
    'POST /jobs/{id}/cancel': () => ({ status: looks > 2 ? 409 : 200, body: show() }),
  }
}

const looks = (count: number) => Array.from({ length: count }, () => 'GET /jobs/1 200')

describeScenarios('planActions', [
  [
    'looks at a job until it has ended, and tries what can no longer be done',
    jobs(),
    'course /jobs/{}',
    farm(),
    ['POST /jobs 202', ...looks(5), 'POST /jobs/1/cancel 409', ...looks(1)],
  ],
  [
    'does an action twice, with looks around it',
    jobs(),
    'act cancel',
    farm(),
    [
      'POST /jobs 202',
      ...looks(1),
      'POST /jobs/1/cancel 200',
      ...looks(2),
      'POST /jobs/1/cancel 409',
      ...looks(1),
    ],
  ],
  [
    'breaks the body of an action, after two looks',
    jobs(taking(INPUT)),
    'act cancel',
    { ...keepItems('/jobs'), 'POST /jobs/{id}/cancel': () => ({ status: 400 }) },
    [
      '…',
      'POST /jobs 201',
      'GET /jobs/2 200',
      'GET /jobs/2 200',
      'POST /jobs/2/cancel 400',
      'GET /jobs/2 200',
    ],
  ],
])

/** The evidence of a jobs scenario in short: the kind, and the statuses of its parts. */
const shownBy = async (id: string, document: JsonObject, routes: FakeRoutes) => {
  const { shown } = await runScenario(await loadPaths(document), id, createFakeApi(routes))
  return shown.map(
    (one) => `${one.kind}: ${exchangesOf(one).map(({ response }) => response.status).join(' ')}`, // prettier-ignore
  )
}

describe('planActions', () => {
  it('shows reads that follow each other, and a rejection after them', async () => {
    expect(await shownBy('course /jobs/{}', jobs(), farm())).toEqual([
      'item created: 202',
      ...Array.from({ length: 4 }, () => 'item read again: 200 200'),
      'change rejected: 202 200 200 409 200',
    ])
  })

  it('shows neither reads nor rejections after an accepted action, which may cause anything', async () => {
    expect(await shownBy('act cancel', jobs(), farm())).toEqual([
      'item created: 202',
      'item acted on: 200 200 200',
    ])
  })

  it('shows a rejected action with the two reads before it', async () => {
    const routes = { ...keepItems('/jobs'), 'POST /jobs/{id}/cancel': () => ({ status: 400 }) }
    expect(await shownBy('act cancel', jobs(taking(INPUT)), routes)).toEqual([
      'item created: 201',
      'change rejected: 201 200 400 200',
      'item read again: 200 200',
      'change rejected: 201 200 200 400 200',
      'item created: 201 201',
      'item read again: 200 200',
      'change rejected: 201 200 200 400 200',
    ])
  })

  it('brings an item into the state that an action needs, and uses it once it is done', async () => {
    const states = { type: 'string', enum: ['draft', 'open', 'done'] }
    const task = objectOf({ id: INTEGER, title: TEXT, status: states })
    const act = (operationId: string, inputs: JsonObject = {}) => ({
      post: { operationId, ...inputs, responses: answers('200', task) },
    })
    const document = await loadPaths({
      '/tasks': makes(objectOf({ title: TEXT }), task),
      '/tasks/{id}': { ...reads(task), patch: { operationId: 'edit', ...taking(objectOf({ title: TEXT })) } },
      '/tasks/{id}/hold': act('hold'),
      '/tasks/{id}/publish': act('publish'),
      '/tasks/{id}/complete': act('complete', taking(objectOf({ reason: TEXT }))),
    })
    const stateOf = new Map<string, string>()
    const show = ({ id = '' }: Readonly<Record<string, string>>) => ({
      status: 200,
      body: { id: Number(id), title: 'a', status: stateOf.get(id) ?? 'draft' },
    })
    const go =
      (from: string, to: string): FakeRoutes[string] =>
      ({ path }) => {
        if (show(path).body.status !== from) return { status: 409 }
        stateOf.set(path['id'] ?? '', to)
        return show(path)
      }
    let count = 0
    const api = createFakeApi({
      'POST /tasks': () => {
        count += 1
        return { ...show({ id: String(count) }), status: 201 }
      },
      'GET /tasks/{id}': ({ path }) => show(path),
      'PATCH /tasks/{id}': ({ path }) => show(path),
      'POST /tasks/{id}/hold': () => ({ status: 409 }),
      'POST /tasks/{id}/publish': go('draft', 'open'),
      'POST /tasks/{id}/complete': go('open', 'done'),
    })
    const { log, shown, exchanges } = await runScenario(document, 'act complete', api)
    expect(log.slice(6, 21).filter((line) => !line.startsWith('GET'))).toEqual([
      'POST /tasks 201',
      'POST /tasks/2/complete 409',
      'POST /tasks/2/hold 409',
      'POST /tasks/2/publish 200',
      'POST /tasks/2/complete 200',
      'POST /tasks/2/complete 409',
      'PATCH /tasks/2 200',
      'POST /tasks/2/publish 409',
    ])
    expect(bodiesBy(exchanges, 'PATCH')).toEqual([{ title: 'a' }])
    expect(shown.filter(({ kind }) => kind === 'ended item used')).toHaveLength(1)
  })

  it('sends actions that the state of the item may not allow', async () => {
    const { exchanges } = await runScenario(await loadPaths(jobs()), 'act cancel', createFakeApi(farm()))
    const acts = exchanges
      .map((exchange) => exchange.case)
      .filter(({ operation }) => operation?.id === 'cancel')
    expect(acts.map(({ mayBeRejected }) => mayBeRejected)).toEqual([true, true])
  })

  it('sends the version that the item was last shown with', async () => {
    const job = objectOf({ id: INTEGER, etag: TEXT })
    const document = await loadPaths({
      '/jobs': makes(INPUT, job),
      '/jobs/{id}': reads(job),
      '/jobs/{id}/cancel': {
        post: { ...taking(objectOf({ etag: TEXT }, 'etag')), responses: answers('200', job) },
      },
    })
    let version = 0
    const show = (status: number) => ({ status, body: { id: 1, etag: `v${String(version)}` } })
    const api = createFakeApi({
      'POST /jobs': () => show(201),
      'GET /jobs/{id}': () => show(200),
      'POST /jobs/{id}/cancel': () => {
        version += 1
        return show(200)
      },
    })
    const { exchanges } = await runScenario(document, 'act POST /jobs/{id}/cancel', api)
    const cancels = exchanges.filter(
      ({ case: { path, mode } }) => path.endsWith('cancel') && mode === 'positive',
    )
    expect(cancels.map((one) => one.case.values?.body?.value)).toEqual([{ etag: 'v0' }, { etag: 'v1' }])
  })

  it('begins a batch with an item that is right', async () => {
    const items = {
      type: 'array',
      minItems: 1,
      items: objectOf({ jobId: INTEGER, rank: INTEGER }, 'jobId', 'rank'),
    }
    const document = await loadPaths({
      '/jobs': makes(INPUT, JOB),
      '/jobs/{jobId}': reads(JOB),
      '/job-batches': makes(objectOf({ items }, 'items'), INPUT, { operationId: 'rank' }),
    })
    const api = createFakeApi({ ...keepItems('/jobs'), 'POST /job-batches': () => ({ status: 400 }) })
    const { exchanges } = await runScenario(document, 'act rank', api)
    const broken = exchanges.filter(({ case: { mode } }) => mode === 'negative')
    expect(broken).toHaveLength(1)
    expect(broken[0]?.case.values?.body?.value).toMatchObject({
      items: [{ jobId: 2, rank: expect.any(Number) as number }, {}],
    })
  })

  it('plans nothing for what only reads', async () => {
    const ids = scenarioIds(await loadPaths(jobs()))
    expect(ids.filter((each) => each.startsWith('act '))).toEqual(['act cancel'])
  })
})
