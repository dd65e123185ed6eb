/** One page of the site as the navigation names it. */
export interface SitePage {
  /** Relative to the site: `guides/errors.html`. */
  readonly path: string
  readonly label: string
}

/** Pages that belong together, in the order in which they are read. */
export interface SiteGroup {
  readonly title: string
  readonly pages: readonly SitePage[]
}

const guide = (slug: string, label: string): SitePage => ({ path: `guides/${slug}.html`, label })

/** Every page of the site but the single decisions, in the order of the navigation. */
export const siteMap: readonly SiteGroup[] = [
  {
    title: 'Begin',
    pages: [
      { path: 'index.html', label: 'Overview' },
      guide('quickstart', 'Five-minute quickstart'),
      { path: 'reference.html', label: 'API reference' },
      { path: 'try.html', label: 'Try it' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('session-and-token-refresh', 'Session and token refresh'),
      guide('carts-reservations-partial-stock', 'Carts, reservations, partial stock'),
      guide('coupons-and-money', 'Coupons and money'),
      guide('checkout-by-each-method', 'Checkout by each method'),
      guide('drawdown', 'Drawdown account'),
      guide('fulfilment-wallet-secure-data-barcodes', 'Fulfilment, wallet, barcodes'),
      guide('errors', 'Errors and what to do'),
    ],
  },
  {
    title: 'Build and test',
    pages: [
      guide('sandbox', 'Sandbox and magic values'),
      { path: 'sandbox.html', label: 'Sandbox controls' },
      guide('mock', 'Prototyping on the mock'),
      guide('contract-checks-in-your-ci', 'Contract checks in your CI'),
      guide('going-live', 'Going live'),
      guide('how-a-request-is-served', 'How a request is served'),
      guide('connect-a-provider', 'Connect a payment provider'),
      guide('many-instances', 'From one machine to many'),
      guide('operating', 'Operating: runbook'),
      guide('threat-model', 'Threat model'),
    ],
  },
  {
    title: 'Record',
    pages: [
      guide('where-the-specification-is-silent', 'Where the specification is silent'),
      { path: 'rules.html', label: 'Rule catalogue' },
      guide('what-was-proved', 'What was proved under faults'),
      guide('how-fast-it-is', 'How fast it is'),
      { path: 'decisions/index.html', label: 'Decisions' },
      guide('changelog', 'Changelog'),
    ],
  },
]

/** The same pages without their groups. */
export const sitePages: readonly SitePage[] = siteMap.flatMap(({ pages }) => pages)
