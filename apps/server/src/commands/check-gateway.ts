import process from 'node:process'
import { type PaymentGateway, reconcileGateway } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { startTimer } from '../clock.ts'
import { showProgress } from './program.ts'

/** The number of payments and charges compared between two lines of progress. */
const progressStep = 10_000

/**
 * Compares the payments of a database with the gateway's own record. Prints each disagreement immediately, so that none is held
 * in memory.
 */
export async function checkGateway(
  databaseUrl: string,
  gateway: PaymentGateway,
  since: number | undefined,
): Promise<{ readonly text: string; readonly isGood: boolean }> {
  const store = await openStore(databaseUrl, { mode: 'any' })
  try {
    const deps = { store, gateway, realTime: { now: Date.now, startTimer } }
    let count = ''
    let shown = 0
    let disagreements = 0
    const onProgress = ({ payments, charges }: { readonly payments: number; readonly charges: number }) => {
      count = `${payments} payments and ${charges} listed charges`
      if (payments + charges < shown + progressStep) return
      shown = payments + charges
      showProgress(`gateway: ${count}`)
    }
    for await (const sentence of reconcileGateway(deps, {
      onProgress,
      ...(since === undefined ? {} : { since }),
    })) {
      process.stdout.write(`${sentence}\n`)
      disagreements += 1
    }
    if (gateway.list === undefined)
      showProgress('gateway: it cannot list its charges, so charges without a payment here are not found')
    const isGood = disagreements === 0
    const verdict = isGood ? 'agrees' : `disagrees ${disagreements} times`
    return { text: `The gateway ${verdict}: ${count === '' ? 'no payments' : count}`, isGood }
  } finally {
    await store.close()
  }
}
