import { type Signal, useSignal } from '@preact/signals'

/** Which orders a reader has opened: an order that moves to another lane is drawn anew and must not close. */
export interface OpenedOrders {
  has(orderId: string): boolean
  set(orderId: string, isOpen: boolean): void
  /** The order whose status is being set takes the keyboard along to its new lane. */
  readonly moving: Signal<string>
}

/** Nothing is open at first. */
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
