import { setTimeout as wait } from 'node:timers/promises'
import { sqliteUrl, startFilledServer } from '../sides/filled-server.ts'
import { startOwnServer } from '../sides/start-own-server.ts'
import { withWorkplace } from '../sides/workplace.ts'
import { createPlan } from '../works/create-plan.ts'
import { recordAnswers } from '../works/record-answers.ts'
import { works } from '../works/works.ts'
import type { PartContext } from './part-context.ts'

/** The resident memory of the server on SQLite. */
export interface MemoryFigures {
  /** Ready, before the first request. */
  readonly idleRssBytes: number
  /** After one request of each kind. */
  readonly usedRssBytes: number
  /** After each quarter of an hour's requests. */
  readonly quarterRssBytes: readonly number[]
  /** How many requests stood for the hour. */
  readonly requests: number
  /** The rate at which they make an hour. */
  readonly perSecond: number
}

const connections = 16
const hour = { perSecond: 10, seconds: 3600 }

/** How long a process may rest before it is asked: what it has freed goes back to the system by and by. */
const restMs = 1000

/** Sends an hour of the mixed journey in one burst, and measures the memory after each quarter. */
export function measureMemory({ load, quick, onStep }: PartContext): Promise<MemoryFigures> {
  return withWorkplace(async (place) => {
    onStep('start a server for its memory')
    const filled = await startFilledServer(place, sqliteUrl(place), connections)
    await filled.side.stop()
    // Started again on what is there: logging in took memory that a server at work need not have.
    const side = await startOwnServer(filled.databaseUrl)
    place.onClose(() => side.stop())
    const rest = async (): Promise<number> => {
      await wait(restMs)
      return (await side.usage()).rssBytes
    }
    const idleRssBytes = await rest()
    const [partner] = filled.partners
    const journey = works.find(({ name }) => name === 'journey')
    if (partner === undefined || journey === undefined) throw new Error('There is nothing to send')
    await recordAnswers(side.url, partner)
    const usedRssBytes = await rest()

    await load.setPlan('memory', createPlan(journey, filled.partners))
    const perSecond = quick ? hour.perSecond / 10 : hour.perSecond
    const requests = perSecond * hour.seconds
    const quarterRssBytes: number[] = []
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      onStep(`memory · quarter ${quarter} of an hour`)
      const job = { plan: 'memory', connections, until: { requests: requests / 4 } }
      await load.run({ ...job, ports: [side.port] })
      quarterRssBytes.push(await rest())
    }
    return { idleRssBytes, usedRssBytes, quarterRssBytes, requests, perSecond }
  })
}
