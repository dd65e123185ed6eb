import { describe, expect, it, onTestFinished } from 'vitest'
import { countPendingPayments } from './books/read-service.ts'
import { createDatabaseFile } from './database-file.ts'
import { type FaultRun, openFaultRun } from './fault-run.ts'
import type { FaultName } from './figures.ts'
import { type GatewayFault, noFault } from './gateway/gateway-fault.ts'
import { readSeed } from '@giftcards/test-harness'
import { type Service, startService } from './start-service.ts'

type GatewayFaultName = Extract<FaultName, `gateway-${string}`>

const seed = readSeed()

/** Opens a run of one round: each gateway fault happens once and lasts for a while. */
async function openRun(name: GatewayFaultName, what: string): Promise<{ service: Service; run: FaultRun }> {
  const service = await startService(createDatabaseFile(), seed)
  onTestFinished(() => service.end())
  const run = openFaultRun(name, { title: `The payment gateway ${what}`, rounds: 1, seed, service })
  return { service, run }
}

describe('a payment gateway', () => {
  it.each<[GatewayFaultName, string, Partial<GatewayFault>, number]>([
    ['gateway-slow', 'takes half a second over each charge', { delayMs: 500 }, 0],
    ['gateway-failing', 'fails (500), but cancels', { kind: 'fails' }, 1],
    ['gateway-losing', 'takes money and loses the answer, but cancels', { kind: 'loses-answer' }, 0],
    ['gateway-hanging', 'never answers a charge, but cancels', { kind: 'hangs' }, 1],
  ])('%s: leaves nothing pending', async (name, what, fault, leastAway) => {
    const { service, run } = await openRun(name, what)
    await service.gateway.setFault({ ...noFault, ...fault })
    service.load.start()
    await service.gateway.nextCharge()
    await service.load.afterEvents(30)
    await service.load.stop()
    expect(await countPendingPayments(service.store), `in ${run.context}`).toBe(0)
    expect(service.load.away, `in ${run.context}`).toBeGreaterThanOrEqual(leastAway)
    await run.endRound()
  })

  it.each<[GatewayFaultName, string, GatewayFault['kind'], boolean]>([
    ['gateway-away', 'fails altogether, then comes back', 'fails', false],
    ['gateway-silenced', 'takes money, loses every answer, then comes back', 'loses-answer', true],
  ])('%s: leaves payments, which are settled when it is back', async (name, what, kind, isTaken) => {
    const { service, run } = await openRun(name, what)
    const hasTaken = async (): Promise<boolean> => (await service.gateway.listMovements()).length > 0
    await service.gateway.setFault({ ...noFault, kind })
    service.load.start()
    // While cancellations still succeed, buyers continue until one of them has been charged.
    await expect.poll(hasTaken).toBe(isTaken)
    await service.gateway.setFault({ ...noFault, kind, hitsCancel: true })
    await expect.poll(() => countPendingPayments(service.store)).toBeGreaterThan(1)
    await run.countPending()
    expect(await hasTaken(), `in ${run.context}`).toBe(isTaken)
    await service.gateway.setFault(noFault)
    await service.letLeasesLapse()
    await service.load.stop()
    await service.untilSettled()
    await run.endRound()
  })

  it('that answers only after the server has died has its money made an order', async () => {
    const { service, run } = await openRun('gateway-late', 'answers after the server has died')
    await service.gateway.setFault({ ...noFault, delayMs: 60_000 })
    service.load.start()
    await expect.poll(() => service.gateway.listMovements()).not.toHaveLength(0)
    await service.server().end('SIGKILL')
    await service.load.stop()
    expect(await run.countPending(), `in ${run.context}`).toBeGreaterThan(0)
    await service.restart()
    await service.untilSettled()
    await run.endRound()
  })

  it('that is slower than a lease has its payments settled meanwhile, and once', async () => {
    const what = 'answers when its payment has been settled already'
    const { service, run } = await openRun('gateway-overtaken', what)
    // Longer than the interval between two sweeps, shorter than the time limit of the gateway.
    await service.gateway.setFault({ ...noFault, delayMs: 7000 })
    service.load.start()
    await expect.poll(() => service.gateway.listMovements()).not.toHaveLength(0)
    await run.countPending()
    await service.letLeasesLapse()
    await service.load.stop()
    await run.endRound()
  })
})
