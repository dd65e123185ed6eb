import type { OutgoingCall } from './outgoing-call.ts'

/** What a call carries that no text may show: its token, the password of a login, and the key of a sandbox. */
export function readSecrets(
  { token, input }: OutgoingCall,
  usualHeaders: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { password } = Object(input['customer']) as { password?: unknown }
  return [token, password, usualHeaders['x-sandbox-key']].filter((secret) => typeof secret === 'string')
}
