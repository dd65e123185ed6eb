import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'

/** Asks for the key of the sandbox; a wrong one is asked for again. */
export function KeyForm({ room }: { readonly room: ControlRoom }): JSX.Element {
  const key = useSignal('')
  return (
    <form
      class="panel key"
      onSubmit={(event) => {
        event.preventDefault()
        room.unlock(key.value)
      }}
    >
      <h2>This sandbox is locked</h2>
      <p>
        Give the key it was started with, its <code>SANDBOX_KEY</code>. It stays in this tab. A sandbox that
        was started without one answers on its own machine only: open this page there, at{' '}
        <code>127.0.0.1</code> or <code>localhost</code>.
      </p>
      <div class="row">
        <input
          type="password"
          required
          autocomplete="off"
          aria-label="Sandbox key"
          value={key.value}
          onInput={(event) => (key.value = event.currentTarget.value)}
        />
        <button type="submit">Unlock</button>
      </div>
    </form>
  )
}
