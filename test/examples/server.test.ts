import { openStore } from '@giftcards/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExchange } from '../sandbox/check-exchange.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import { createBreakableStore } from './breakable-store.ts'
import { countAnswers } from './count-answers.ts'
import { departuresFromExample } from './departures-from-example.ts'
import { readFullDocument } from './full-document.ts'
import { listOperations } from './list-operations.ts'
import { listReplays, type Replay, sendsRequestExample } from './replay.ts'
import { requestOf } from './request-of.ts'
import { type BareAnswer, sendBare } from './send-bare.ts'
import { type ServerOnDatabase, startServerOn } from '../sandbox/start-server-on.ts'
import { type Scene, type Stage, states } from './states.ts'

const partnerDocument = readFullDocument('openapi')
const sandboxDocument = readFullDocument('sandbox')

let stage: Stage
let guarded: ServerOnDatabase
beforeAll(async () => {
  const breakable = createBreakableStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
  const sandbox = await startSandbox({}, { store: breakable.store })
  guarded = await startServerOn({
    SANDBOX_SEED: 'tests',
    SANDBOX_KEY: 'examples-sandbox-key',
    DATABASE_URL: 'sqlite::memory:',
  })
  stage = { sandbox, breakable, requestExample }
}, 30_000)
afterAll(async () => {
  stage.breakable.breakWith(undefined)
  await stage.sandbox.close()
  await guarded.close()
})

describe.each([
  { title: 'openapi', document: partnerDocument },
  { title: 'sandbox', document: sandboxDocument },
])('examples of $title', ({ document }) => {
  const operations = listOperations(document)
  const replays = operations.flatMap(listReplays)
  const visited = new Set<Replay>()

  it.each(
    replays.map((replay) => [replay.operation.operationId, replay.status, replay.name, replay] as const),
  )(
    '%s answers %i %s as documented',
    async (operationId, status, _name, replay) => {
      visited.add(replay)
      const { scene, answer } = await play(replay)
      expect({ status: answer.status, code: answer.headers.get('x-error-code') }).toStrictEqual({
        status,
        code: replay.code,
      })
      expect(checkExchange(operationId, answer)).toStrictEqual([])
      const { known } = scene
      const isExcerpt = replay.recipe.excerpt === true
      const departures = departuresFromExample(replay.value, JSON.parse(answer.text), { known, isExcerpt })
      expect(departures).toStrictEqual([])
    },
    20_000,
  )

  it('visit every answer of every status', () => {
    expect(visited.size).toBe(countAnswers(document))
  })

  it('send every request example', () => {
    const declared = operations.flatMap(({ operationId, requests }) =>
      Object.keys(requests).map((name) => `${operationId} ${name}`),
    )
    const sent = new Set(
      [...visited]
        .filter(sendsRequestExample)
        .map(({ operation, request }) => `${operation.operationId} ${request}`),
    )
    expect(declared.filter((name) => !sent.has(name))).toStrictEqual([])
  })
})

function requestExample(operationId: string, name: string): unknown {
  const operation = listOperations(partnerDocument).find((candidate) => candidate.operationId === operationId)
  return operation?.requests[name]?.value
}

/** Puts the server into the state of an example and sends its request. */
async function play(replay: Replay): Promise<{ scene: Scene; answer: BareAnswer }> {
  stage.breakable.breakWith(undefined)
  await stage.sandbox.reset()
  const scene = await stateOf(replay.state)(stage)
  try {
    const baseUrl = replay.state === 'sandbox-key-set' ? guarded.url : stage.sandbox.url
    return { scene, answer: await sendBare(requestOf(replay, scene, baseUrl)) }
  } finally {
    stage.breakable.breakWith(undefined)
    await scene.end?.()
  }
}

function stateOf(name: string) {
  const state = states[name]
  if (state === undefined) throw new Error(`No state ${name}`)
  return state
}
