import type { OwnPage } from './site-frame.ts'

/** What the landing page leads to beside the docs. */
export interface LandingOptions {
  /** The name of the site. */
  readonly title: string
  readonly isSandbox: boolean
  /** The address of the mock that runs beside this server. */
  readonly mock: string | undefined
}

/** The page at `/`: what this server is, and where to begin. */
export function landingPage({ title, isSandbox, mock }: LandingOptions): OwnPage {
  const summary = 'Buy discounted gift cards and manage the purchased cards.'
  const cards = [
    [
      'docs/guides/quickstart.html',
      'Quickstart',
      'From nothing to a purchased card with its barcode, in five minutes.',
    ],
    ['docs/', 'Docs', 'Guides, errors, rules and decisions, with search over all of them.'],
    [
      'docs/reference.html',
      'API reference',
      'Every operation with its fields, examples, errors and code samples.',
    ],
    ['docs/try.html', 'Try it', 'Send real requests to this server from this browser.'],
    ...(isSandbox
      ? [
          [
            'sandbox/',
            'Sandbox',
            'Watch and steer this sandbox: clock, stock, carts, orders, balances, requests.',
          ],
          [
            'status',
            'Status',
            'Whether this sandbox works, since when it runs, and which contract it serves.',
          ],
          [
            'docs/sandbox.html',
            'Sandbox controls',
            'The reference of everything that steers the sandbox, for tests.',
          ],
        ]
      : []),
    ['openapi.json', 'OpenAPI document', 'The contract as this server serves it, in JSON.'],
  ]
  return {
    title: 'Start',
    description: summary,
    head: '<link rel="stylesheet" href="docs/assets/site.css">',
    content: `<main class="single">
<h1>${title}</h1>
<p>${summary} ${isSandbox ? 'This server is a sandbox: nothing here costs money.' : ''}</p>
<ul class="cards">
${cards.map(([href, label, text]) => `<li><a href="${href}"><strong>${label}</strong></a> ${text}</li>`).join('\n')}
</ul>
<p>Programs call this server at <code>http://127.0.0.1:3000</code>, the address that you have opened.${
      mock === undefined
        ? ''
        : ` A mock, which responds with the examples of the contract and keeps nothing, runs at <code>${mock}</code>: <a href="docs/guides/mock.html">prototyping on the mock</a>.`
    }</p>
</main>`,
  }
}
