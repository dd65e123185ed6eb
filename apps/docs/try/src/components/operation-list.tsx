import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { filterOperations } from '../contract/filter-operations.ts'
import type { BenchProps } from './bench-props.ts'

/** Every operation by tag, narrowed by a text; folded on a narrow screen once one is chosen. */
export function OperationList({ bench }: BenchProps) {
  const filter = useSignal('')
  const isOpen = useSignal(true)
  useEffect(() => {
    const wide = matchMedia('(min-width: 60rem)')
    const unfold = (): void => void (isOpen.value = wide.matches)
    unfold()
    wide.addEventListener('change', unfold)
    return () => wide.removeEventListener('change', unfold)
  }, [isOpen])
  const groups = filterOperations(bench.operations, filter.value)
  const shown = bench.operation.value.id
  const choose = (id: string): void => {
    bench.select(id)
    if (!matchMedia('(min-width: 60rem)').matches) isOpen.value = false
  }
  return (
    <nav class="operations" aria-label="Operations">
      <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>Operations</summary>
        <input
          type="search"
          aria-label="Filter operations"
          placeholder="Filter"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        {groups.length === 0 && <p>No operation has this text.</p>}
        {groups.map(({ tag, operations }) => (
          <section key={tag}>
            <h2>{tag}</h2>
            <ul>
              {operations.map(({ id, method, summary }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    aria-current={id === shown ? 'true' : undefined}
                    onClick={() => choose(id)}
                  >
                    <span class="method">{method}</span> {summary}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  )
}
