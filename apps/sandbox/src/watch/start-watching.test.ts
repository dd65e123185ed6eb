import { describe, expect, it } from 'vitest'
import { pauseAfter, startWatching } from './start-watching.ts'

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** A sandbox whose responses and pauses the test controls. */
function createStage() {
  const asked: { signal: AbortSignal; answer(value: string): void; fail(error: Error): void }[] = []
  const pauses: { ms: number; end(): void }[] = []
  const heard: string[] = []
  let now = 0
  const watching = startWatching<string>({
    ask: (signal) => new Promise((resolve, reject) => asked.push({ signal, answer: resolve, fail: reject })),
    onAnswer: (answer) => heard.push(answer),
    onFailure: (error) => heard.push(String(error)),
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
    asked,
    pauses,
    heard,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('startWatching', () => {
  it('asks one question at a time, and pauses in between', async () => {
    const { asked, pauses, heard, watching } = createStage()
    expect(asked).toHaveLength(1)
    asked[0]?.answer('first')
    await settle()
    expect([heard, asked.length, pauses.map(({ ms }) => ms)]).toStrictEqual([['first'], 1, [1000]])
    pauses[0]?.end()
    await settle()
    expect(asked).toHaveLength(2)
    watching.stop()
  })

  it('looks at once when told to', async () => {
    const { asked, watching } = createStage()
    asked[0]?.answer('first')
    await settle()
    watching.look()
    await settle()
    expect(asked).toHaveLength(2)
    watching.stop()
  })

  it('looks once more where a look was under way', async () => {
    const { asked, watching } = createStage()
    watching.look()
    asked[0]?.answer('too early')
    await settle()
    expect(asked).toHaveLength(2)
    asked[1]?.answer('in time')
    await settle()
    expect(asked).toHaveLength(2)
    watching.stop()
  })

  it('goes on after failures, and asks less and less', async () => {
    const { asked, pauses, heard, watching } = createStage()
    for (let count = 0; count < 5; count += 1) {
      asked[count]?.fail(new Error('gone'))
      await settle()
      pauses[count]?.end()
      await settle()
    }
    asked[5]?.answer('back')
    await settle()
    expect(pauses.map(({ ms }) => ms)).toStrictEqual([2000, 4000, 8000, 10_000, 10_000, 1000])
    expect(heard.at(-1)).toBe('back')
    watching.stop()
  })

  it('asks a slow server less', async () => {
    const { asked, pauses, pass, watching } = createStage()
    pass(300)
    asked[0]?.answer('slowly')
    await settle()
    expect(pauses[0]?.ms).toBe(3000)
    watching.stop()
  })

  it('ends where it is stopped, and hears no more', async () => {
    const { asked, pauses, heard, watching } = createStage()
    watching.stop()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer('too late')
    await settle()
    expect([heard, asked.length, pauses.length]).toStrictEqual([[], 1, 1])
  })

  it('hears of no failure after it is stopped', async () => {
    const { asked, heard, watching } = createStage()
    watching.stop()
    asked[0]?.fail(new Error('Aborted'))
    await settle()
    expect(heard).toStrictEqual([])
  })
})

describe('pauseAfter', () => {
  it('stays between a second and ten', () => {
    expect([pauseAfter(0, 0), pauseAfter(0, 5000), pauseAfter(20, 0)]).toStrictEqual([1000, 10_000, 10_000])
  })
})
