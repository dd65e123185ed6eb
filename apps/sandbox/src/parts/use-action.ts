import { type Signal, useSignal } from '@preact/signals'

/** An action of the user, and its state. */
export interface Action {
  readonly isBusy: boolean
  /** The reason of the last refusal; `null` if it succeeded. */
  readonly refusal: string | null
  run(work: () => Promise<string | null>): void
}

/** One action at a time: while it runs, its buttons are disabled. */
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
