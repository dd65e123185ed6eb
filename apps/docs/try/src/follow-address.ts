import { effect } from '@preact/signals'
import type { TryBench } from './bench/create-try-bench.ts'

/** Keeps the shown operation and the fragment of the page's address alike: `try.html#checkout` shows the checkout. */
export function followAddress(bench: TryBench): void {
  const read = (): void => bench.select(decodeURIComponent(location.hash.slice(1)))
  read()
  addEventListener('hashchange', read)
  effect(() => {
    const { id } = bench.operation.value
    if (location.hash !== `#${id}`) history.replaceState(null, '', `#${id}`)
  })
}
