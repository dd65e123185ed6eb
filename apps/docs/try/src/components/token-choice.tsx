import type { TokenChoice as Choice } from '../bench/draft.ts'
import type { BenchProps } from './bench-props.ts'

const choices: readonly { readonly choice: Choice; readonly label: string }[] = [
  { choice: 'kept', label: 'The kept token' },
  { choice: 'none', label: 'None' },
  { choice: 'spoilt', label: 'One that nobody issued' },
]

/** Which session token goes along; the wrong ones show what the service says to them. */
export function TokenChoice({ bench }: BenchProps) {
  return (
    <div class="field">
      <label for="token-choice">Authorization</label>
      <select
        id="token-choice"
        value={bench.draft.value.tokenChoice}
        onChange={(event) => {
          const chosen = choices.find(({ choice }) => choice === event.currentTarget.value)
          if (chosen !== undefined) bench.setTokenChoice(chosen.choice)
        }}
      >
        {choices.map(({ choice, label }) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
      {bench.draft.value.tokenChoice === 'kept' && bench.memory.value.token === undefined && (
        <p class="hint problem">There is no token yet: open a session.</p>
      )}
    </div>
  )
}
