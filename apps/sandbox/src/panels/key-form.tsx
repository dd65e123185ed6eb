import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'

/** Asks for the key of the sandbox. It reports a refused key, and asks again. */
export function KeyForm({ room }: { readonly room: ControlRoom }): JSX.Element {
  const key = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const { link, problem } = room.state.value
  const isRefused = link === 'locked' && problem !== null
  // Selects before the next paint: a moment later the user may be typing already.
  useLayoutEffect(() => {
    if (link === 'locked') input.current?.select()
  }, [link, problem])
  return (
    <form
      class="panel key"
      onSubmit={(event) => {
        event.preventDefault()
        if (link === 'locked') room.unlock(key.value.trim())
      }}
    >
      <h2>This sandbox is locked</h2>
      <p>
        Enter the <code>SANDBOX_KEY</code> that the server was started with. It stays in this tab. A sandbox
        without a key accepts requests from its own machine only: open this page there, at{' '}
        <code>127.0.0.1</code> or <code>localhost</code>.
      </p>
      <div class="row">
        <input
          ref={input}
          type="password"
          required
          autocomplete="off"
          aria-label="Sandbox key"
          aria-invalid={isRefused}
          aria-describedby="key-problem"
          value={key.value}
          onInput={(event) => (key.value = event.currentTarget.value)}
        />
        <button type="submit" disabled={link !== 'locked'}>
          Unlock
        </button>
      </div>
      <p id="key-problem" class="refusal" role="alert">
        {isRefused ? problem : null}
      </p>
    </form>
  )
}
