import { render } from 'preact'
import type { JsonObject } from '../../src/openapi/json.ts'
import type { TryItOptions } from '../../src/try-it-options.ts'
import { createFillIn } from '../site/server.ts'
import { followAddress } from './address.ts'
import { authorizeInWindow, returnFromAuthorization } from './auth/authorization-window.ts'
import { TryPage } from './components/page.tsx'
import { createRandomKey, createTryIt } from './state.ts'

declare global {
  /** Left by the script of the page's data. */
  var tryItData: { readonly document: JsonObject; readonly options: TryItOptions } | undefined
}

/** The script of a try-it page. In the window of an authorization server it only hands back the address. */
const root = document.getElementById('try-it')
const script = document.currentScript
const { tryItData } = globalThis
if (root === null || tryItData === undefined || !(script instanceof HTMLScriptElement))
  throw new Error('The page has no data: build the site again')

if (!returnFromAuthorization()) {
  const fillIn = createFillIn(new URL('../', script.src))
  const data = JSON.parse(fillIn(JSON.stringify(tryItData))) as typeof tryItData
  const tryIt = createTryIt({
    ...data,
    pageUrl: location.href,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    newKey: createRandomKey,
    authorize: authorizeInWindow,
    redirectUri: `${location.origin}${location.pathname}`,
  })
  followAddress(tryIt, window)
  root.replaceChildren()
  render(<TryPage tryIt={tryIt} reference={root.dataset['reference'] ?? ''} />, root)
}
