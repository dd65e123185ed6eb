import type { SandboxClient } from '@giftcards/client/sandbox'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { KeyStore } from './watch/create-key-store.ts'
import { foldOverview } from './watch/fold-overview.ts'
import { judgeFailure, messageOf } from './watch/judge-failure.ts'
import { startWatching, type Watching } from './watch/start-watching.ts'
import { isSendableKey } from './watch/sendable-key.ts'
import { nothingKnown, type WatchState } from './watch/watch-state.ts'

/** The parts of the page: the state that it shows, and its actions. */
export interface ControlRoom {
  readonly state: ReadonlySignal<WatchState>
  /** Calls a control and polls at once; resolves with the reason of a refusal, or `null`. */
  act(work: (controls: SandboxClient) => Promise<unknown>): Promise<string | null>
  /** Reads data that is not polled; rejects as the control does. */
  ask<T>(work: (controls: SandboxClient) => Promise<T>): Promise<T>
  /** Starts again with another key. If it is refused, the state stays `locked` and has a `problem`. */
  unlock(key: string): void
  stop(): void
}

/** The arguments of a control room. */
export interface ControlRoomParts {
  connect(key: string | undefined): SandboxClient
  /** Keeps the key while the page is open in its tab. */
  readonly keyStore: KeyStore
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** A monotonic clock, in milliseconds. */
  now(): number
}

/** Starts to poll the sandbox. */
export function openControlRoom(parts: ControlRoomParts): ControlRoom {
  const state = signal(nothingKnown)
  let controls = parts.connect(parts.keyStore.get())
  let watching = watch()

  function refuseKey(): void {
    state.value = { ...state.value, link: 'locked', problem: 'The sandbox does not accept this key.' }
  }

  function watch(): Watching {
    return startWatching({
      ask: (stop) => {
        const { version } = state.value
        return controls.getOverview(version === null ? {} : { known: version }, { signal: stop })
      },
      onAnswer(overview) {
        state.value = foldOverview(state.value, overview, parts.now())
      },
      onFailure(error) {
        const verdict = judgeFailure(error)
        state.value = { ...state.value, ...verdict }
        if (verdict.link !== 'locked') return
        // Retrying with the same key would be refused again.
        watching.stop()
        if (parts.keyStore.get() !== undefined) refuseKey()
      },
      pause: (ms, stop) => parts.pause(ms, stop),
      now: () => parts.now(),
    })
  }

  return {
    state,
    async act(work) {
      try {
        await work(controls)
        return null
      } catch (error) {
        return messageOf(error)
      } finally {
        watching.look()
      }
    },
    ask: (work) => work(controls),
    unlock(key) {
      watching.stop()
      if (!isSendableKey(key)) {
        refuseKey()
        return
      }
      parts.keyStore.set(key)
      controls = parts.connect(key)
      state.value = { ...state.value, link: 'unlocking', problem: null }
      watching = watch()
    },
    stop: () => watching.stop(),
  }
}
