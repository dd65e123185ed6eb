import type { OutgoingCall } from './outgoing-call.ts'

/** What a call carries that no text may show: its token, and the password of a login. */
export function readSecrets({ token, input }: OutgoingCall): readonly string[] {
  const { password } = Object(input['customer']) as { password?: unknown }
  return [token, password].filter((secret) => typeof secret === 'string')
}
