import { effect } from '@preact/signals'
import type { TryIt } from './state.ts'

/** The parts of `window` for the page URL and the browser history. */
export interface AddressBar {
  readonly location: Pick<Location, 'hash'>
  readonly history: Pick<History, 'pushState' | 'replaceState'>
  addEventListener(type: 'hashchange', listener: () => void): void
}

/**
 * Synchronizes the selected operation with the URL fragment: `try.html#listShips` shows that operation. The browser's Back button
 * returns to the previous operation.
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

/** Returns the URL fragment that shows an operation. */
export function toFragment(operationId: string): string {
  return `#${encodeURIComponent(operationId)}`
}

/** Returns an empty string for an invalid escape, which matches no operation. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}
