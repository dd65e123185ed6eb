import { createSandboxClient } from '@giftcards/client/sandbox'
import { render } from 'preact'
import { StatusView } from './panels/status-view.tsx'
import { serverUrl } from './server-url.ts'

/** The script of the status page: sends one request, and shows the response. */
const place = document.getElementById('status')
if (place !== null) {
  const sandbox = createSandboxClient({ baseUrl: serverUrl, retry: false })
  const status = await sandbox.getStatus().catch(() => undefined)
  place.replaceChildren()
  render(<StatusView status={status} />, place)
}
