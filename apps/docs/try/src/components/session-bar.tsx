import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { describeSession } from '../session/describe-session.ts'
import { findPublishedLogins } from '../session/published-logins.ts'
import type { BenchProps } from './bench-props.ts'

/** Opens a session and logs in the published customers; shows the token that the next request takes. */
export function SessionBar({ bench }: BenchProps) {
  const now = useSignal(bench.now())
  useEffect(() => {
    const timer = setInterval(() => (now.value = bench.now()), 1000)
    return () => clearInterval(timer)
  }, [bench, now])
  const isBusy = bench.inFlight.value !== undefined
  return (
    <section class="session" aria-labelledby="session-title">
      <h2 id="session-title">Session</h2>
      <p data-session>{describeSession(bench.memory.value.token, Math.max(now.value, bench.now()))}</p>
      <p class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void bench.openSession()}>
          Open a session
        </button>
        {findPublishedLogins(bench.operations).map(({ name, email }) => (
          <button key={name} type="button" disabled={isBusy} onClick={() => void bench.logIn(name)}>
            Log in as {email}
          </button>
        ))}
      </p>
    </section>
  )
}
