import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../figures/median.ts'
import { openPostgres, sqliteUrl, startFilledServer } from '../sides/filled-server.ts'
import type { RunningSide } from '../sides/side.ts'
import { type SideName, sideTitles } from '../sides/sides.ts'
import { startOwnServer } from '../sides/start-own-server.ts'
import { startStateless } from '../sides/start-stateless.ts'
import { withWorkplace } from '../sides/workplace.ts'
import { writeAnswers } from '../sides/write-answers.ts'
import type { PartContext } from './part-context.ts'

/** How one side starts. */
export interface StartFigures {
  readonly side: SideName
  /** From the start of its process until its first right response; of the server, to `/readyz`. */
  readonly readyMs: number
  /** Resident memory, half a second later, before any other request. */
  readonly idleRssBytes: number
}

/** How often each side starts, for figures that are quoted. */
const usualStarts = 5

/** After this a process that has nothing to do has come to rest. */
const restMs = 500

/** Starts each side several times, in turn, on databases that exist. */
export function measureStart({ quick, onStep }: PartContext): Promise<readonly StartFigures[]> {
  return withWorkplace(async (place) => {
    onStep('fill databases to start on')
    const sqlite = await startFilledServer(place, sqliteUrl(place), 1)
    const postgresUrl = await (await openPostgres(place)).createDatabase('bench')
    const postgres = await startFilledServer(place, postgresUrl, 1)
    const files = await writeAnswers(place, sqlite)
    await Promise.all([sqlite.side.stop(), postgres.side.stop()])

    const starts: Partial<Record<SideName, () => Promise<RunningSide>>> = {
      sqlite: () => startOwnServer(sqlite.databaseUrl),
      postgres: () => startOwnServer(postgres.databaseUrl),
      'bare-express': () => startStateless('bare-express', files),
      fastify: () => startStateless('fastify', files),
      'express-validator': () => startStateless('express-validator', files),
      prism: () => startStateless('prism', files),
    }
    const names = Object.keys(starts) as SideName[]
    const seen: StartFigures[] = []
    const count = quick ? 1 : usualStarts
    for (let time = 1; time <= count; time += 1) {
      for (const side of names) {
        onStep(`start ${time} of ${count} · ${sideTitles[side]}`)
        const start = starts[side]
        if (start !== undefined) seen.push({ side, ...(await measureOne(side, start)) })
      }
    }
    return names.map((side) => {
      const own = seen.filter((each) => each.side === side)
      return {
        side,
        readyMs: median(own.map(({ readyMs }) => readyMs)),
        idleRssBytes: median(own.map(({ idleRssBytes }) => idleRssBytes)),
      }
    })
  })
}

async function measureOne(
  name: SideName,
  start: () => Promise<RunningSide>,
): Promise<Omit<StartFigures, 'side'>> {
  const began = performance.now()
  const side = await start()
  try {
    await untilAnswering(side, name === 'sqlite' || name === 'postgres')
    const readyMs = performance.now() - began
    await wait(restMs)
    const { rssBytes } = await side.usage()
    return { readyMs, idleRssBytes: rssBytes }
  } finally {
    await side.stop()
  }
}

/** Peers have no `/readyz`: they are ready when they respond to a request of the contract. */
async function untilAnswering({ url }: RunningSide, isOwn: boolean): Promise<void> {
  const headers = {
    'user-agent': 'giftcards-bench/1.0',
    'x-cc-app': 'demo-app',
    authorization: 'Bearer a.b.c',
  }
  for (;;) {
    const answer = await fetch(isOwn ? `${url}/readyz` : `${url}/v3/wallets/200001`, { headers })
    const text = await answer.text()
    if (answer.status === 200) return
    if (!isOwn) throw new Error(`The first response was ${answer.status}: ${text}`)
  }
}
