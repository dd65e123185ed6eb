import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilAborted } from './until-aborted.ts'

describe('untilAborted', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    await expect(untilAborted(Promise.resolve(2), undefined)).resolves.toBe(2)
  })

  it('rejects when the signal aborts', async () => {
    const controller = new AbortController()
    const waiting = untilAborted(new Promise(() => undefined), controller.signal)
    controller.abort('left')
    await expect(waiting).rejects.toBe('left')
  })

  it('rejects at once where it has aborted', async () => {
    await expect(untilAborted(new Promise(() => undefined), AbortSignal.abort('left'))).rejects.toBe('left')
  })

  it('leaves nothing at the signal', async () => {
    const { signal } = new AbortController()
    await untilAborted(Promise.resolve(), signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
