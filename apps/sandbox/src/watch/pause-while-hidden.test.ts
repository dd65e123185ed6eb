import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pauseWhileHidden } from './pause-while-hidden.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An event target that counts its listeners. */
class CountedTarget extends EventTarget {
  readonly listeners = new Set<unknown>()

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners.add(args[1])
    super.addEventListener(...args)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners.delete(args[1])
    super.removeEventListener(...args)
  }
}

/** A page that can be hidden. */
function createPage(visibilityState: DocumentVisibilityState) {
  const target = new CountedTarget()
  return {
    visibilityState,
    listeners: target.listeners,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    show() {
      this.visibilityState = 'visible'
      target.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

/** Whether a pause is over. */
function follow(pause: Promise<void>): { isOver: boolean } {
  const state = { isOver: false }
  void pause.then(() => (state.isOver = true))
  return state
}

describe('pauseWhileHidden', () => {
  it('lasts the given time on a visible page', async () => {
    const { signal } = new AbortController()
    const pause = follow(pauseWhileHidden(createPage('visible'), 1000, signal))
    await vi.advanceTimersByTimeAsync(999)
    expect(pause.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(pause.isOver).toBe(true)
  })

  it('lasts until the page is seen again', async () => {
    const page = createPage('hidden')
    const pause = follow(pauseWhileHidden(page, 1000, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pause.isOver).toBe(false)
    page.show()
    await vi.advanceTimersByTimeAsync(0)
    expect(pause.isOver).toBe(true)
    expect(page.listeners.size).toBe(0)
  })

  it.each(['visible', 'hidden'] as const)('ends when it is aborted on a %s page', async (state) => {
    const abort = new AbortController()
    const pause = follow(pauseWhileHidden(createPage(state), 1000, abort.signal))
    await vi.advanceTimersByTimeAsync(state === 'hidden' ? 2000 : 10)
    expect(pause.isOver).toBe(false)
    abort.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(pause.isOver).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not begin where it is aborted already', async () => {
    const pause = follow(pauseWhileHidden(createPage('hidden'), 1000, AbortSignal.abort()))
    await vi.advanceTimersByTimeAsync(0)
    expect(pause.isOver).toBe(true)
  })
})
