import type { SandboxOperationId, SandboxResponse, SandboxWire } from '@giftcards/contract/sandbox'
import { createSandboxClient, type ControlAnswer, type ControlInput, type SandboxClient } from './sandbox.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = 0 extends 1 & A ? false : [A, B] extends [B, A] ? true : false

/** Compiles only for `true`. */
export type Holds<T extends true> = T

/** Whether something is true of every control. */
type Every<Facts extends Record<SandboxOperationId, boolean>> = Facts[SandboxOperationId] extends true
  ? true
  : false

export type EveryControlHasItsMethod = Holds<Same<keyof SandboxClient, SandboxOperationId>>

export type EveryMethodAnswersTheDocumentsBody = Holds<
  Every<{
    [Id in SandboxOperationId]: Same<
      Awaited<ReturnType<SandboxClient[Id]>>,
      SandboxResponse<Id, ControlAnswer<Id>['status'] & (200 | 201)>
    >
  }>
>

/** An input without any member. */
export const nothing = {}

export type InputIsRequiredWhereSomethingIs = Holds<
  Every<{
    [Id in SandboxOperationId]: Same<
      typeof nothing extends ControlInput<Id> ? true : false,
      [] extends Parameters<SandboxClient[Id]> ? true : false
    >
  }>
>

const control = createSandboxClient({ baseUrl: 'http://127.0.0.1:3000', sandboxKey: 'open' })

/** Never called. */
export async function uses(): Promise<void> {
  const clock: SandboxWire.Clock = await control.advanceClock({ seconds: 60 })
  void clock
  await control.listRequests({ limit: 5 })
  await control.depositToDrawdown({ email: 'elite@example.com', amount: 10 })

  // @ts-expect-error seconds are needed
  void control.advanceClock({})
  // @ts-expect-error no control has this name
  void control.stopClock()
}
