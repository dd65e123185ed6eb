import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Operation } from '../../../src/openapi/operations.ts'
import { toFragment } from '../address.ts'
import type { TryItProps } from '../state.ts'

/**
 * Lists all operations by tag, with a text filter. On a narrow screen the list is collapsed initially and after each selection.
 */
export function OperationList({ tryIt }: TryItProps) {
  const filter = useSignal('')
  const isOpen = useSignal(true)
  useEffect(() => {
    const wide = matchMedia('(min-width: 60rem)')
    const unfold = (): void => void (isOpen.value = wide.matches)
    unfold()
    wide.addEventListener('change', unfold)
    return () => wide.removeEventListener('change', unfold)
  }, [isOpen])
  const groups = filterOperations(tryIt.operations, filter.value)
  const shown = tryIt.operation.value.id
  const choose = (id: string): void => {
    tryIt.select(id)
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
        {groups.length === 0 && <p>No operation matches.</p>}
        {groups.map(({ tag, operations }) => (
          <section key={tag}>
            {tag !== '' && <h2>{tag}</h2>}
            <ul>
              {operations.map(({ id, method, path, summary, isDeprecated }) => (
                <li key={id}>
                  <a
                    href={toFragment(id)}
                    aria-current={id === shown ? 'true' : undefined}
                    onClick={() => choose(id)}
                  >
                    <span class="method">{method}</span>{' '}
                    <span class={isDeprecated ? 'deprecated' : ''}>
                      {summary === `${method} ${path}` ? path : summary}
                    </span>
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

/** The operations of one tag. */
export interface OperationGroup {
  readonly tag: string
  readonly operations: readonly Operation[]
}

/**
 * Returns, grouped by tag, the operations that contain every word of a text in their id, method, path, tag, summary or
 * description.
 */
export function filterOperations(operations: readonly Operation[], text: string): readonly OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/)
  const found = operations.filter(({ id, method, path, tag, summary, description }) => {
    const all = [id, method, path, tag, summary, description].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return Array.from(
    Map.groupBy(found, ({ tag }) => tag),
    ([tag, ofTag]) => ({ tag, operations: ofTag }),
  )
}
