import { effect } from '@preact/signals'
import type { TryBench } from './bench/create-try-bench.ts'

/** The parts of a browser's window that hold the address of a page and the way back. */
export interface AddressBar {
  readonly location: Pick<Location, 'hash'>
  readonly history: Pick<History, 'pushState' | 'replaceState'>
  addEventListener(type: 'hashchange', listener: () => void): void
}

/**
 * Keeps the shown operation and the fragment of the page's address alike: `try.html#checkout` shows the checkout, and
 * the browser's way back leads to the operation before.
 */
export function followAddress(bench: Pick<TryBench, 'operation' | 'select'>, page: AddressBar): void {
  // Operations have names that need no escapes; what a fragment holds else, valid or not, names none.
  const read = (): void => bench.select(page.location.hash.slice(1))
  read()
  page.history.replaceState(null, '', `#${bench.operation.peek().id}`)
  page.addEventListener('hashchange', read)
  effect(() => {
    const fragment = `#${bench.operation.value.id}`
    if (page.location.hash !== fragment) page.history.pushState(null, '', fragment)
  })
}
