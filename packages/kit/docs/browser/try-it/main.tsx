import { render } from 'preact'
import { parseJson } from '@contract-kit/json-schema/json'
import { openDocument } from '@contract-kit/openapi/open'
import type { TryData } from '../../src/site/try-page.ts'
import { createFillIn } from '../site/server.ts'
import { followAddress } from './address.ts'
import { authorizeInWindow, returnFromAuthorization } from './auth/authorization-window.ts'
import { TryPage } from './components/page.tsx'
import { createRandomKey, createTryIt } from './state.ts'

declare global {
  /** Set by the data script of the page. */
  var tryItData: string | undefined
}

/** The script of a try-it page. In an authorization window it only returns the URL to the opener. */
const root = document.getElementById('try-it')
const script = document.currentScript
const { tryItData } = globalThis
if (root === null || tryItData === undefined || !(script instanceof HTMLScriptElement))
  throw new Error('The page has no data: build the site again')

if (!returnFromAuthorization()) {
  const fillIn = createFillIn(new URL('../', script.src))
  const data = parseJson(fillIn(tryItData)) as unknown as TryData
  const tryIt = createTryIt({
    ...data,
    document: openDocument(data.document),
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
