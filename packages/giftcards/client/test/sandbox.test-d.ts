import { type Clock, createSandboxClient } from '../src/sandbox.ts'

/** Checked by the compiler alone: each marked line must not compile. */
const sandbox = createSandboxClient({ baseUrl: 'http://127.0.0.1:3000', sandboxKey: 'open' })

/** Never called. */
export async function uses(): Promise<void> {
  const clock: Clock = await sandbox.advanceClock({ seconds: 60 })
  void clock
  await sandbox.listRequests({ limit: 5 })
  await sandbox.depositToDrawdown({ email: 'elite@example.com', amount: 10 })

  // @ts-expect-error seconds are needed
  void sandbox.advanceClock({})
  // @ts-expect-error no control has this name
  void sandbox.stopClock()
}
