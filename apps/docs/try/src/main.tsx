import { openapiDocument } from '@giftcards/contract'
import { render } from 'preact'
import { createTryBench } from './bench/create-try-bench.ts'
import { createRandomKey } from './bench/idempotency-key.ts'
import { followAddress } from './follow-address.ts'
import { TryPage } from './components/try-page.tsx'

const root = document.getElementById('try')
if (root === null) throw new Error('The page has no element for the bench')

const bench = createTryBench({
  document: openapiDocument,
  pageOrigin: location.origin,
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
  newKey: createRandomKey,
})
followAddress(bench, window)
root.replaceChildren()
render(<TryPage bench={bench} />, root)
