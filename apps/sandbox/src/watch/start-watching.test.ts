import { describe, expect, it } from 'vitest'
import { pauseAfter, startWatching } from './start-watching.ts'

/** Flushes all microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** A sandbox whose responses and pauses the test controls. */
function createStage() {
  const requests: { signal: AbortSignal; answer(value: string): void; fail(error: Error): void }[] = []
  const pauses: { ms: number; end(): void }[] = []
  const states: string[] = []
  let now = 0
  const watching = startWatching<string>({
    ask: (signal) =>
      new Promise((resolve, reject) => requests.push({ signal, answer: resolve, fail: reject })),
    onAnswer: (answer) => states.push(answer),
    onFailure: (error) => states.push(String(error)),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        pauses.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
        if (signal.aborted) resolve()
      }),
    now: () => now,
  })
  return {
    watching,
    requests,
    pauses,
    states,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('startWatching', () => {
  it('asks one question at a time, and pauses in between', async () => {
    const { requests, pauses, states, watching } = createStage()
    expect(requests).toHaveLength(1)
    requests[0]?.answer('first')
    await settle()
    expect([states, requests.length, pauses.map(({ ms }) => ms)]).toStrictEqual([['first'], 1, [1000]])
    pauses[0]?.end()
    await settle()
    expect(requests).toHaveLength(2)
    watching.stop()
  })

  it('polls at once on request', async () => {
    const { requests, watching } = createStage()
    requests[0]?.answer('first')
    await settle()
    watching.look()
    await settle()
    expect(requests).toHaveLength(2)
    watching.stop()
  })

  it('looks once more where a look was under way', async () => {
    const { requests, watching } = createStage()
    watching.look()
    requests[0]?.answer('too early')
    await settle()
    expect(requests).toHaveLength(2)
    requests[1]?.answer('in time')
    await settle()
    expect(requests).toHaveLength(2)
    watching.stop()
  })

  it('goes on after failures, and asks less and less', async () => {
    const { requests, pauses, states, watching } = createStage()
    for (let count = 0; count < 5; count += 1) {
      requests[count]?.fail(new Error('gone'))
      await settle()
      pauses[count]?.end()
      await settle()
    }
    requests[5]?.answer('back')
    await settle()
    expect(pauses.map(({ ms }) => ms)).toStrictEqual([2000, 4000, 8000, 10_000, 10_000, 1000])
    expect(states.at(-1)).toBe('back')
    watching.stop()
  })

  it('asks a slow server less', async () => {
    const { requests, pauses, pass, watching } = createStage()
    pass(300)
    requests[0]?.answer('slowly')
    await settle()
    expect(pauses[0]?.ms).toBe(3000)
    watching.stop()
  })

  it('reports no response after it is stopped', async () => {
    const { requests, pauses, states, watching } = createStage()
    watching.stop()
    expect(requests[0]?.signal.aborted).toBe(true)
    requests[0]?.answer('too late')
    await settle()
    expect([states, requests.length, pauses.length]).toStrictEqual([[], 1, 1])
  })

  it('reports no failure after it is stopped', async () => {
    const { requests, states, watching } = createStage()
    watching.stop()
    requests[0]?.fail(new Error('Aborted'))
    await settle()
    expect(states).toStrictEqual([])
  })
})

describe('pauseAfter', () => {
  it('stays between a second and ten', () => {
    expect([pauseAfter(0, 0), pauseAfter(0, 5000), pauseAfter(20, 0)]).toStrictEqual([1000, 10_000, 10_000])
  })
})
