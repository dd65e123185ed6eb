import { once } from 'node:events'
import { request } from 'node:http'

/** Begins `createCart`, waits until the server reads its body, and disconnects instead of sending it. */
export async function leaveEarly(url: string, token: string): Promise<void> {
  const outgoing = request(`${url}/v3/carts`, {
    method: 'POST',
    headers: {
      'x-cc-app': 'demo-app',
      'user-agent': 'operating-tests',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '20',
      expect: '100-continue',
    },
  })
  outgoing.on('error', () => undefined)
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.destroy()
}
