import { effect } from '@preact/signals'
import type { TryIt } from './state.ts'

/** The parts of a browser's window that hold the address of a page and the way back. */
export interface AddressBar {
  readonly location: Pick<Location, 'hash'>
  readonly history: Pick<History, 'pushState' | 'replaceState'>
  addEventListener(type: 'hashchange', listener: () => void): void
}

/**
 * Keeps the shown operation and the fragment of the page's address in step: `try.html#listShips` shows that operation. The
 * browser's back button leads to the one before.
 */
export function followAddress(tryIt: Pick<TryIt, 'operation' | 'select'>, page: AddressBar): void {
  const read = (): void => tryIt.select(decodeFragment(page.location.hash.slice(1)))
  read()
  page.history.replaceState(null, '', toFragment(tryIt.operation.peek().id))
  page.addEventListener('hashchange', read)
  effect(() => {
    const fragment = toFragment(tryIt.operation.value.id)
    if (page.location.hash !== fragment) page.history.pushState(null, '', fragment)
  })
}

/** The fragment that shows an operation. */
export function toFragment(operationId: string): string {
  return `#${encodeURIComponent(operationId)}`
}

/** What is no valid escape names no operation. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}
