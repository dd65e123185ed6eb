import type { SitePageSource } from './markdown-page.ts'

const cards: readonly (readonly [address: string, title: string, text: string])[] = [
  [
    'guides/quickstart.html',
    'Quickstart',
    'From nothing to a purchased card with its barcode, in five minutes.',
  ],
  ['reference.html', 'API reference', 'Every operation with its fields, examples, errors and code samples.'],
  ['try.html', 'Try it', 'Send real requests to your sandbox from this page.'],
  ['guides/mock.html', 'Mock', 'Prototype against single answers before anything runs.'],
  [
    'guides/contract-checks-in-your-ci.html',
    'Contract checks',
    'Let your CI tell whether what you build against keeps the contract.',
  ],
]

const firstReading: readonly (readonly [address: string, title: string, text: string])[] = [
  [
    'guides/session-and-token-refresh.html',
    'Session and token refresh',
    'Any answer may carry a new token. A program that ignores it works for an hour, and then stops.',
  ],
  [
    'guides/carts-reservations-partial-stock.html',
    'Carts, reservations, partial stock',
    'A request for five cards may be answered with success and three cards.',
  ],
  [
    'guides/checkout-by-each-method.html',
    'Checkout by each method',
    'All or nothing, one at a time, and repeated only with an `Idempotency-Key`.',
  ],
  [
    'guides/fulfilment-wallet-secure-data-barcodes.html',
    'Fulfilment, wallet, secure data, barcodes',
    'Card numbers can be read for 24 hours after fulfilment. Afterwards they cannot.',
  ],
  [
    'guides/errors.html',
    'Errors and what to do',
    'One shape for every error, a code for programs, and which of them may be repeated.',
  ],
]

/** The first page: what this is, five ways to begin, what to read in ten minutes, all operations. */
export function toHomePage(operationTable: string): SitePageSource {
  const lead =
    'A partner API to buy discounted gift cards and manage the purchased ones: sessions, carts, coupons, five payment methods, a wallet, and a pre-funded drawdown account.'
  const body = `<h1>Gift Card Partner API</h1>
<p>${lead}</p>
<p>Everything here runs on your own machine: a sandbox server that keeps state and can be reset, a mock, and these pages.</p>
<ul class="cards">
${cards.map(([address, title, text]) => `<li><a href="${address}"><strong>${title}</strong> ${text}</a></li>`).join('\n')}
</ul>
<h2 id="read-in-ten-minutes">Read in ten minutes</h2>
<p>Five things that a program must get right, each a page of two minutes:</p>
<ol>
${firstReading.map(([address, title, text]) => `<li><a href="${address}">${title}</a>. ${text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li>`).join('\n')}
</ol>
<p>Then, before the first real order: <a href="guides/going-live.html">going live</a>.</p>
<h2 id="operations">All operations</h2>
${operationTable}
<h2 id="how-to-trust-this">How far these pages can be trusted</h2>
<p>The contract is one hand-written OpenAPI document. The reference, the types, the client and the mock are made from it, and
tests hold the server against it. Every command and every sample of a guide is run by a test, and every rule of the
<a href="rules.html">rule catalogue</a> names the tests that prove it. What the specification leaves open was
<a href="guides/where-the-specification-is-silent.html">decided and listed</a>.</p>`
  const headings = [
    { id: 'read-in-ten-minutes', text: 'Read in ten minutes', level: 2 },
    { id: 'operations', text: 'All operations', level: 2 },
    { id: 'how-to-trust-this', text: 'How far these pages can be trusted', level: 2 },
  ] as const
  return {
    content: { path: 'index.html', title: 'Overview', description: lead, body, headings },
    documents: [{ href: 'index.html', kind: 'Page', title: 'Overview', keywords: 'home start', text: lead }],
  }
}
