import { createSandboxClient } from '@giftcards/client/sandbox'
import { render } from 'preact'
import { App } from './app.tsx'
import { openControlRoom } from './control-room.ts'
import { serverUrl } from './server-url.ts'
import { startTicking } from './parts/ticker.ts'
import { createKeyStore } from './watch/create-key-store.ts'
import { pauseWhileHidden } from './watch/pause-while-hidden.ts'

const room = openControlRoom({
  // No automatic retries: polling repeats by itself, and users see refusals.
  connect: (sandboxKey) =>
    createSandboxClient({
      baseUrl: serverUrl,
      sandboxKey,
      timeoutMs: 10_000,
      retry: false,
    }),
  keyStore: createKeyStore(() => sessionStorage),
  pause: (ms, signal) => pauseWhileHidden(document, ms, signal),
  now: () => performance.now(),
})
startTicking()
const place = document.getElementById('page')
if (place !== null) render(<App room={room} />, place)
