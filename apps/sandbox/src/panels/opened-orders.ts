import { type Signal, useSignal } from '@preact/signals'

/** The orders that the reader has opened. An order that moves to another lane is remounted and must stay open. */
export interface OpenedOrders {
  has(orderId: string): boolean
  set(orderId: string, isOpen: boolean): void
  /** The order whose status is being set keeps the keyboard focus in its new lane. */
  readonly moving: Signal<string>
}

/** Initially no order is open. */
export function useOpenedOrders(): OpenedOrders {
  const open = useSignal<ReadonlySet<string>>(new Set())
  const moving = useSignal('')
  return {
    has: (orderId) => open.value.has(orderId),
    set(orderId, isOpen) {
      const rest = [...open.value].filter((each) => each !== orderId)
      open.value = new Set(isOpen ? [...rest, orderId] : rest)
    },
    moving,
  }
}
