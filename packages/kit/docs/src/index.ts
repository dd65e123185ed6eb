export { buildSite } from './build-site.ts'
export { escapeHtml, toMarkdownTable, toMarkdownText } from './site/text.ts'
export type {
  ExtraPage,
  Insert,
  NavigationGroup,
  SearchEntry,
  SiteDocument,
  SiteOptions,
  SiteSummary,
} from './options.ts'
export type { TryItCredential, TryItOptions, TryItServer, TryItSession } from './try-it-options.ts'
