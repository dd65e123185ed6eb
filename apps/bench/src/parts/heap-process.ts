import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { createPartnerClient } from '@giftcards/client'
import type { CardOrder, HeapFigure } from './measure-client.ts'

/** The calls after which the heap is measured. */
const marks = [4_000, 14_000, 24_000]

/** After so many the engine has dropped what it caches, and finalizers have released what they hold. */
const collections = 15

async function readHeap(): Promise<number> {
  for (let round = 0; round < collections; round += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}

async function run({ url, cardId, token }: CardOrder): Promise<readonly HeapFigure[]> {
  if (globalThis.gc === undefined) throw new Error('The heap is measured under --expose-gc')
  const client = createPartnerClient({
    baseUrl: url,
    appId: 'demo-app',
    tokenStore: { get: () => token, set: () => undefined },
  })
  // One signal for all calls, as a program has that can be stopped: its listeners must not pile up.
  const { signal } = new AbortController()
  const figures: HeapFigure[] = []
  let calls = 0
  for (const mark of marks) {
    for (; calls < mark; calls += 1) await client.getWalletCard({ cardId }, { signal })
    figures.push({ calls, heapBytes: await readHeap() })
  }
  return figures
}

process.once('message', (order: CardOrder) => {
  void run(order).then((figures) => process.send?.(figures, () => process.disconnect()))
})
