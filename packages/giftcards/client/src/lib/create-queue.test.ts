import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createQueue, type Queue } from './create-queue.ts'
import { createGate } from './scripted-service.fixture.ts'

/** Has a queue do a work, and answers what it answered, without holding it. */
async function answerOf(inTurn: Queue): Promise<WeakRef<object>> {
  return new WeakRef(await inTurn(async () => ({})))
}

/** Collects all garbage; what a weak reference has shown lives until the next turn. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  await new Promise((resolve) => setImmediate(resolve))
  collect()
}

describe('createQueue', () => {
  it('does one work at a time, in order', async () => {
    const inTurn = createQueue()
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`begin ${name}`)
      await Promise.resolve()
      steps.push(`end ${name}`)
    }
    await Promise.all(['a', 'b', 'c'].map(async (name) => inTurn(work(name))))
    expect(steps).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c'])
  })

  it('does at once what nothing is before', async () => {
    const inTurn = createQueue()
    expect(inTurn(() => 42)).toBe(42)
    const slow = inTurn(() => Promise.resolve('slow'))
    const behind = inTurn(() => 42)
    expect(behind).toBeInstanceOf(Promise)
    await Promise.all([slow, behind])
    await new Promise((resolve) => setImmediate(resolve))
    expect(inTurn(() => 43)).toBe(43)
  })

  it('fails at once where such work does', () => {
    const controller = new AbortController()
    controller.abort(new Error('no'))
    const inTurn = createQueue()
    expect(() => inTurn(() => controller.signal.throwIfAborted())).toThrow('no')
    expect(inTurn(() => 42)).toBe(42)
  })

  it('waits for a promise of another library', async () => {
    const inTurn = createQueue()
    const { promise, resolve } = Promise.withResolvers<string>()
    // oxlint-disable-next-line unicorn/no-thenable -- Promises of other libraries are such.
    const foreign = { then: promise.then.bind(promise) } as Promise<string>
    const first = inTurn(() => foreign)
    const steps: string[] = []
    const second = inTurn(() => void steps.push('second'))
    resolve('first')
    steps.push(await first)
    await second
    expect(steps).toEqual(['first', 'second'])
  })

  it('answers and fails as the work does', async () => {
    const inTurn = createQueue()
    const failed = inTurn(() => Promise.reject(new Error('no')))
    const done = inTurn(() => 42)
    await expect(failed).rejects.toThrow('no')
    await expect(done).resolves.toBe(42)
  })

  it('keeps the order where somebody leaves', async () => {
    const inTurn = createQueue()
    const gate = createGate()
    const steps: number[] = []
    const controller = new AbortController()
    const first = inTurn(() => gate.wait())
    const second = inTurn(() => void steps.push(2), controller.signal)
    const third = inTurn(() => void steps.push(3))
    controller.abort('left')
    await expect(second).rejects.toBe('left')
    expect(steps).toEqual([])
    gate.open()
    await Promise.all([first, third])
    expect(steps).toEqual([3])
  })

  it('keeps nothing of what was answered', async () => {
    const inTurn = createQueue()
    const first = await answerOf(inTurn)
    await answerOf(inTurn)
    await collectGarbage()
    expect(first.deref()).toBeUndefined()
    expect(await inTurn(() => 'goes on')).toBe('goes on')
  })

  it('keeps nothing of what was answered while it is never empty', async () => {
    const inTurn = createQueue()
    const gate = createGate()
    const answered = answerOf(inTurn)
    const waiting = inTurn(() => gate.wait())
    const first = await answered
    await collectGarbage()
    expect(first.deref()).toBeUndefined()
    gate.open()
    await waiting
  })
})
