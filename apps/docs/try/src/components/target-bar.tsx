import type { TargetKind } from '../request/target.ts'
import type { BenchProps } from './bench-props.ts'

const kinds: readonly { readonly kind: TargetKind; readonly label: string }[] = [
  { kind: 'sandbox', label: 'Sandbox' },
  { kind: 'mock', label: 'Mock' },
]

/** Chooses where requests go: the sandbox or the mock, each at an address that can be changed. */
export function TargetBar({ bench }: BenchProps) {
  return (
    <fieldset class="target">
      <legend>Send requests to</legend>
      {kinds.map(({ kind, label }) => (
        <label key={kind} class="inline">
          <input
            type="radio"
            name="target"
            value={kind}
            checked={bench.kind.value === kind}
            onChange={() => (bench.kind.value = kind)}
          />
          {label}
        </label>
      ))}
      <label class="address">
        <span>Address</span>
        <input
          type="url"
          spellcheck={false}
          autocomplete="off"
          value={bench.addresses.value[bench.kind.value]}
          onInput={(event) => bench.setAddress(event.currentTarget.value)}
        />
      </label>
    </fieldset>
  )
}
