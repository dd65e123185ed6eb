import { type Signal, useSignal } from '@preact/signals'

/** Something a person can set going, and how it stands. */
export interface Action {
  readonly isBusy: boolean
  /** Why it was refused the last time; `null` if it was not. */
  readonly refusal: string | null
  run(work: () => Promise<string | null>): void
}

/** One action at a time: while it runs, its buttons are off. */
export function useAction(): Action {
  const isBusy: Signal<boolean> = useSignal(false)
  const refusal: Signal<string | null> = useSignal(null)
  return {
    isBusy: isBusy.value,
    refusal: refusal.value,
    run(work) {
      void (async () => {
        isBusy.value = true
        refusal.value = await work()
        isBusy.value = false
      })()
    },
  }
}
